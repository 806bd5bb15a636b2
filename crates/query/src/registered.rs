//! A game of known type behind [`AnyGame`].

use super::conversion::{annotate, convert, import};
#[cfg(feature = "trees")]
use super::tree_search::PositionTree;
use super::typed_query::{Query, position_to_move, replay};
use super::{
    AnyGame, AnyQuery, ConvertedGame, FieldError, GameSource, ImportPlace, ImportStep, ImportedGame,
    MoveSelection,
};
#[cfg(feature = "trees")]
use super::{AnyTree, TreeRequest};
#[cfg(not(target_family = "wasm"))]
use crate::wire::text::decode;
use bestmove_core::game::data_file::DataFile;
use bestmove_core::game::{Comment, Info, Layout, LevelTable, Notation, PerftMode, SolverMemory, perft};
#[cfg(not(target_family = "wasm"))]
use std::path::Path as FilePath;
use std::sync::{Arc, OnceLock};

/// A game with its weights and tables.
pub(super) struct Registered<G: Notation> {
    knowledge: OnceLock<Arc<G::Knowledge>>,
}

impl<G: Notation> Registered<G> {
    /// A game with what is built into the program, loaded when first used.
    pub(super) const fn built_in() -> Self {
        Self { knowledge: OnceLock::new() }
    }

    fn knowledge(&self) -> &Arc<G::Knowledge> {
        self.knowledge.get_or_init(Arc::default)
    }
}

impl<G: Notation> AnyGame for Registered<G> {
    fn ensure_loaded(&self) {
        self.knowledge();
        G::opening_book();
    }

    #[cfg(not(target_family = "wasm"))]
    fn with_tables(&self, dir: &FilePath) -> Result<Arc<dyn AnyGame>, FieldError> {
        let knowledge = G::load_knowledge(dir).map_err(FieldError::within("tables"))?;
        Ok(Arc::new(Self { knowledge: OnceLock::from(Arc::new(knowledge)) }))
    }

    fn data_files(&self) -> &'static [&'static DataFile] {
        G::DATA_FILES
    }

    fn allocate_solver(&self, memory: &SolverMemory) {
        G::allocate(memory);
    }

    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn start(&self) -> String {
        G::print(&G::start())
    }

    fn levels(&self) -> &'static LevelTable {
        G::levels()
    }

    fn scores_all_moves(&self) -> bool {
        G::SCORES_ALL_MOVES
    }

    fn layout(&self) -> Layout {
        G::layout()
    }

    fn prepare(
        &self,
        position: Option<&str>,
        moves: &[String],
        selection: MoveSelection<'_>,
    ) -> Result<Box<dyn AnyQuery>, FieldError> {
        Ok(Box::new(Query::<G>::parse(Arc::clone(self.knowledge()), position, moves, selection)?))
    }

    #[cfg(feature = "trees")]
    fn tree(&self, request: TreeRequest<'_>) -> Result<Box<dyn AnyTree>, FieldError> {
        Ok(Box::new(PositionTree::<G>::parse(Arc::clone(self.knowledge()), request)?))
    }

    fn position_to_move(&self, position: Option<&str>, to_move: &str) -> Result<String, FieldError> {
        position_to_move::<G>(position, to_move)
    }

    fn convert(&self, source: GameSource<'_>) -> Result<ConvertedGame, FieldError> {
        convert::<G>(source)
    }

    fn import(
        &self,
        text: &str,
        from: ImportPlace,
        take: &mut dyn FnMut(ImportedGame) -> ImportStep,
    ) -> Result<Option<ImportPlace>, FieldError> {
        import::<G>(text, from, take)
    }

    #[cfg(not(target_family = "wasm"))]
    fn decode(&self, file: Vec<u8>) -> String {
        G::decode_records(&file).unwrap_or_else(|| decode(file))
    }

    fn file_extensions(&self) -> &'static [&'static str] {
        G::FILE_EXTENSIONS
    }

    fn annotate(&self, game: &ConvertedGame, comments: &[Comment]) -> Result<String, FieldError> {
        annotate::<G>(game, comments)
    }

    fn perft(&self, position: Option<&str>, depth: u8, mode: PerftMode) -> Result<u64, FieldError> {
        Ok(perft::<G>(replay::<G>(position, &[])?.path.position(), depth, mode))
    }
}
