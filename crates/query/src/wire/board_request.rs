//! Requests for the picture of a board.

use super::position::{MoveTexts, PositionText, Turn, position_of};
use super::request::texts;
use crate::{AnyGame, BoardDrawing, BoardPicture, FieldError, MoveSelection, Theme};
use serde::Deserialize;

/// The most arrows of a picture.
const MAX_ARROWS: usize = 64;

/// The parameters of a URL.
type Parameters = Vec<(&'static str, String)>;

/// What the query string of a picture says.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardPictureBody {
    position: Option<PositionText>,
    to_move: Option<Turn>,
    moves: Option<MoveTexts>,
    /// Moves or cells to point at.
    arrows: Option<MoveTexts>,
    /// Whether the board is turned by half.
    #[serde(default)]
    flipped: bool,
    /// Whether cells have their names: yes, unless it is false.
    numbers: Option<bool>,
    #[serde(default)]
    theme: Theme,
}

impl BoardPictureBody {
    /// The picture of the position, whose last move is marked, and the parameters of its URL, equal
    /// for equal positions.
    ///
    /// # Errors
    ///
    /// If a field is invalid.
    pub fn picture(&self, game: &dyn AnyGame) -> Result<(BoardDrawing, Parameters), FieldError> {
        let (position, moves) =
            (position_of(game, self.position.as_ref(), self.to_move.as_ref())?, texts(self.moves.as_ref()));
        let after = |moves: &[String]| game.prepare(position, moves, MoveSelection::default());
        let now = after(moves)?.legal_moves();
        let before = after(moves.split_last().map_or(&[], |(_, before)| before))?;
        let last = before.legal_moves().moves.into_iter();
        let last =
            last.filter(|_| !moves.is_empty()).find(|last| last.position == now.position_info.position);
        let mut parameters = vec![("position", before.key().position.clone())];
        let played: Vec<_> = before.key().moves.iter().chain(last.as_ref().map(|last| &last.text)).collect();
        parameters.extend((!played.is_empty()).then(|| ("moves", joined(&played))));
        let mut picture = BoardPicture::new(game, &now, last.as_ref().map(|last| last.coordinates.clone()));
        picture.is_turned = self.flipped;
        picture.has_names = self.numbers != Some(false);
        picture.theme = self.theme;
        let arrows = texts(self.arrows.as_ref());
        if arrows.len() > MAX_ARROWS {
            let expected = format!("at most {MAX_ARROWS} moves or cells");
            return Err(FieldError::new("arrows", expected, arrows.len().to_string()));
        }
        arrows.iter().try_for_each(|arrow| picture.add_arrow(arrow))?;
        parameters.extend(self.look());
        Ok((picture.draw(), parameters))
    }

    /// What the picture shows besides the position.
    fn look(&self) -> impl Iterator<Item = (&'static str, String)> {
        let arrows = texts(self.arrows.as_ref());
        let given = [
            ("arrows", (!arrows.is_empty()).then(|| arrows.join(","))),
            ("flipped", self.flipped.then(|| true.to_string())),
            ("numbers", (self.numbers == Some(false)).then(|| false.to_string())),
            ("theme", (self.theme != Theme::Light).then(|| self.theme.name().to_owned())),
        ];
        given.into_iter().filter_map(|(name, value)| Some((name, value?)))
    }
}

fn joined(texts: &[&String]) -> String {
    texts.iter().map(|text| text.as_str()).collect::<Vec<_>>().join(",")
}
