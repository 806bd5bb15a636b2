//! The service without a server: the same requests and answers, one at a time on the caller's thread.
//!
//! It answers `GET /v1/games` and the POSTs `best-move`, `analysis`, `analysis/stream`, `legal-moves`,
//! `review`, `review/stream` and `convert` of each game. Everything else is a problem, as in HTTP.

mod review;

use crate::game::SolverMemory;
use crate::query::{
    Analysis, AnyGame, AnyQuery, Budget, LimitPolicy, Priority, Registry, Request, SearchResources,
};
use crate::search::{Limits, Settings, TranspositionTable};
use crate::wire::parse::{find_game, parse, refuse_game};
use crate::wire::problem::Problem;
use crate::wire::request::{AnalysisBody, BODY_LIMIT, BestMoveBody, ConversionBody, LegalMovesBody};
use crate::wire::response::{AnalysisAnswer, BestMove, ConversionAnswer, LegalMovesAnswer, games_text};
use crate::wire::{UPDATE_INTERVAL, json_line, json_text};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The ID of each request.
const ID: &str = "local";

/// Sizes of the tables in bytes, and limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalConfig {
    /// The transposition table, shared by all requests.
    pub table_bytes: usize,
    /// The private table of a `fresh` request.
    pub fresh_table_bytes: usize,
    /// The memory of each game's solver.
    pub solver_bytes: usize,
    /// Limits of requests.
    pub limit_policy: LimitPolicy,
}

impl Default for LocalConfig {
    /// Tables that fit in the memory of a phone.
    fn default() -> Self {
        Self {
            table_bytes: 32 << 20,
            fresh_table_bytes: 16 << 20,
            solver_bytes: 32 << 20,
            limit_policy: LimitPolicy::default(),
        }
    }
}

/// A request as in HTTP.
#[derive(Clone, Copy, Debug)]
pub struct LocalRequest<'a> {
    /// GET or POST.
    pub method: &'a str,
    /// The path, without a query.
    pub path: &'a str,
    /// The JSON of a POST.
    pub body: &'a [u8],
}

/// An answer as in HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalAnswer {
    /// The status.
    pub status: u16,
    /// JSON: the answer, or a problem unless the status is 200. The last line of a stream.
    pub body: String,
}

/// The service without a server.
pub struct LocalService {
    config: LocalConfig,
    games: Arc<Registry>,
    table: TranspositionTable,
    memory: SolverMemory,
}

impl LocalService {
    /// A service for these games, with its transposition table allocated.
    #[must_use]
    pub fn new(config: LocalConfig, games: Arc<Registry>) -> Self {
        let table = TranspositionTable::new(config.table_bytes);
        Self { config, games, table, memory: SolverMemory::new(config.solver_bytes) }
    }

    /// The data files that a request to this path needs: they must be
    /// [provided](crate::game::data_file::provide) first.
    #[must_use]
    pub fn missing_files(&self, path: &str) -> Vec<&'static str> {
        let game = endpoint(path).and_then(|(id, _)| self.games.find(id));
        let files = game.map(|game| game.data_files()).unwrap_or_default();
        files.iter().filter(|file| file.content().is_none()).map(|file| file.name()).collect()
    }

    /// Answers a request. A stream passes all its lines but the last to `on_line`.
    pub fn answer(&self, request: LocalRequest<'_>, on_line: &mut dyn FnMut(&str)) -> LocalAnswer {
        self.answer_with::<true>(request, on_line)
    }

    /// Answers a request, unless it asks for a review or a conversion: those are unknown paths. A WebAssembly
    /// module that calls this alone is smaller by an eighth.
    pub fn answer_play(&self, request: LocalRequest<'_>, on_line: &mut dyn FnMut(&str)) -> LocalAnswer {
        self.answer_with::<false>(request, on_line)
    }

    fn answer_with<const REVIEWS: bool>(
        &self,
        request: LocalRequest<'_>,
        on_line: &mut dyn FnMut(&str),
    ) -> LocalAnswer {
        match self.try_answer::<REVIEWS>(request, on_line) {
            Ok(body) => LocalAnswer { status: 200, body },
            Err(problem) => LocalAnswer { status: problem.status(), body: json_text(&problem.body(ID)) },
        }
    }

    fn try_answer<const REVIEWS: bool>(
        &self,
        LocalRequest { method, path, body }: LocalRequest<'_>,
        on_line: &mut dyn FnMut(&str),
    ) -> Result<String, Problem> {
        let (id, endpoint) = endpoint(path).ok_or_else(Problem::unknown_path)?;
        let allowed = if endpoint == "games" { "GET" } else { "POST" };
        if method != allowed {
            return Err(Problem::method_not_allowed(&method));
        }
        if endpoint == "games" {
            return Ok(games_text(&self.games, &self.config.limit_policy));
        }
        let game = find_game(&self.games, id)?;
        if body.len() > BODY_LIMIT {
            return Err(Problem::body_too_large(BODY_LIMIT));
        }
        // Before the time of a search begins.
        game.ensure_loaded();
        match endpoint {
            "best-move" => {
                let body = parse::<BestMoveBody>(body)?.analysis();
                Ok(json_text(&BestMove::from(&self.search_body(&*game, &body, &mut |_| {})?)))
            }
            "legal-moves" => legal_moves(&*game, &parse(body)?),
            "analysis" => self.analysis(&*game, &parse(body)?, None),
            "analysis/stream" => self.analysis(&*game, &parse(body)?, Some(on_line)),
            _ if !REVIEWS => Err(Problem::unknown_path()),
            "review" => self.review(game, &parse(body)?, None),
            "review/stream" => self.review(game, &parse(body)?, Some(on_line)),
            _ => convert(&*game, &parse(body)?),
        }
    }

    /// The answer of `analysis`, or the last line of its stream.
    fn analysis(
        &self,
        game: &dyn AnyGame,
        body: &AnalysisBody,
        on_line: Option<&mut dyn FnMut(&str)>,
    ) -> Result<String, Problem> {
        body.refuse_level()?;
        refuse_game(body.game.as_ref())?;
        let Some(on_line) = on_line else {
            let analysis = self.search_body(game, body, &mut |_| {})?;
            return Ok(json_text(&AnalysisAnswer::from(&analysis)));
        };
        let mut sent: Option<Instant> = None;
        let mut update = |analysis: &Analysis| {
            if sent.is_none_or(|sent| sent.elapsed() >= UPDATE_INTERVAL) {
                sent = Some(Instant::now());
                on_line(&json_line("update", "analysis", &AnalysisAnswer::so_far(analysis)));
            }
        };
        let analysis = self.search_body(game, body, &mut update)?;
        Ok(json_line("final", "analysis", &AnalysisAnswer::from(&analysis)))
    }

    /// Validates a body and searches.
    fn search_body(
        &self,
        game: &dyn AnyGame,
        body: &AnalysisBody,
        on_iteration: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Problem> {
        let (arrival, policy) = (Instant::now(), &self.config.limit_policy);
        self.search(&body.request(game, Priority::Interactive, arrival, policy)?, on_iteration)
    }

    /// Validates a request and searches. Calls `on_iteration` after each finished iteration except the last.
    fn search(
        &self,
        request: &Request<'_>,
        on_iteration: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Problem> {
        let &Request { game, position, moves, selection, arrival, .. } = request;
        let budget = self.config.limit_policy.resolve(&request.requested)?;
        let query = game.prepare(position, moves, selection)?;
        let own = |analysis: Analysis| {
            let (elapsed, opponent) = (arrival.elapsed(), selection.opponent);
            Analysis { elapsed, budget: budget.time, opponent, ..analysis }
        };
        let mut report = |analysis| on_iteration(&own(analysis));
        let analysis = query.game_over().or_else(|| query.book_answer(&budget));
        Ok(own(
            analysis.unwrap_or_else(|| self.search_blocking(query.as_ref(), &budget, arrival, &mut report))
        ))
    }

    fn search_blocking(
        &self,
        query: &dyn AnyQuery,
        budget: &Budget,
        arrival: Instant,
        on_iteration: &mut dyn FnMut(Analysis),
    ) -> Analysis {
        let Budget { time, depth, nodes, fresh } = *budget;
        let settings = if depth.is_some() { Settings::FULL_WIDTH } else { Settings::STRONGEST };
        let stop = AtomicBool::new(false);
        let limits = Limits { depth, nodes, deadline: Some(arrival + time), stop: &stop, checkpoint: None };
        let mut search = |table: &TranspositionTable, memory: &SolverMemory| {
            let resources = SearchResources { limits, settings, table, memory, threads: NonZeroUsize::MIN };
            query.search_blocking(&resources, on_iteration)
        };
        if fresh {
            let bytes = budget.table_bytes().min(self.config.fresh_table_bytes);
            search(&TranspositionTable::new(bytes), &SolverMemory::new(bytes))
        } else {
            // One request at a time: none ages the entries of another.
            self.table.age();
            search(&self.table, &self.memory)
        }
    }
}

/// The game and the endpoint in a path. The list of games has no game.
fn endpoint(path: &str) -> Option<(&str, &str)> {
    const ENDPOINTS: [&str; 7] =
        ["best-move", "analysis", "analysis/stream", "legal-moves", "review", "review/stream", "convert"];
    let rest = path.strip_prefix("/v1/")?;
    let Some((game, endpoint)) = rest.split_once('/') else { return (rest == "games").then_some(("", rest)) };
    ENDPOINTS.contains(&endpoint).then_some((game, endpoint))
}

fn legal_moves(game: &dyn AnyGame, body: &LegalMovesBody) -> Result<String, Problem> {
    let (legal_moves, layout) = (body.query(game)?.legal_moves(), game.layout());
    Ok(json_text(&LegalMovesAnswer::new(&legal_moves, game.info(), &layout)))
}

fn convert(game: &dyn AnyGame, body: &ConversionBody) -> Result<String, Problem> {
    Ok(json_text(&ConversionAnswer::new(game.info().id, &game.convert(body.source()?)?)))
}
