//! The service without a server: the same requests and answers, one at a time on the caller's thread.
//!
//! It answers `GET /v1/games` and the POSTs `best-move`, `analysis`, `analysis/stream`, `legal-moves`,
//! `review`, `review/stream` and `convert` of each game. Everything else is a problem, as in HTTP.

mod review;

pub use review::review;

use crate::wire::conversion_request::{ARCHIVE_LIMIT, Conversion, ConversionBody};
use crate::wire::parse::{find_game, parse, refuse_game};
use crate::wire::problem::Problem;
use crate::wire::request::{AnalysisBody, BODY_LIMIT, BestMoveBody, LegalMovesBody};
use crate::wire::response::{
    AnalysisAnswer, BestMove, LegalMovesAnswer, conversion_text, games_text, problem_of,
};
use crate::wire::{UPDATE_INTERVAL, json_line, json_text};
use crate::{
    Analysis, AnyGame, ImportPlace, ImportStep, Interrupt, Priority, Registry, Session, SessionConfig,
};
use std::sync::Arc;
use std::time::Instant;

/// The ID of each request.
const ID: &str = "local";

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
    games: Arc<Registry>,
    session: Session,
}

impl LocalService {
    /// A service for these games, with its transposition table allocated.
    #[must_use]
    pub fn new(config: SessionConfig, games: Arc<Registry>) -> Self {
        Self { games, session: Session::new(config) }
    }

    /// The data files that a request to this path needs: they must be
    /// [provided](bestmove_core::game::data_file::provide) first.
    #[must_use]
    pub fn missing_files(&self, path: &str) -> Vec<&'static str> {
        let game = endpoint(path).and_then(|(id, _)| self.games.find(id));
        let files = game.map(|game| game.data_files()).unwrap_or_default();
        files.iter().filter(|file| file.content().is_none()).map(|file| file.name()).collect()
    }

    /// Answers a request. A stream passes all its lines but the last to `on_line`.
    pub fn answer(&self, request: LocalRequest<'_>, on_line: &mut dyn FnMut(&str)) -> LocalAnswer {
        self.answer_until(request, Interrupt::default(), on_line)
    }

    /// Answers a request, soon and from the best so far if it is interrupted.
    pub fn answer_until(
        &self,
        request: LocalRequest<'_>,
        interrupt: Interrupt<'_>,
        on_line: &mut dyn FnMut(&str),
    ) -> LocalAnswer {
        self.answer_with::<true>(request, interrupt, on_line)
    }

    /// Answers a request, unless it asks for a review or a conversion: those are unknown paths. A WebAssembly
    /// module that calls this alone is smaller by an eighth.
    pub fn answer_play(&self, request: LocalRequest<'_>, on_line: &mut dyn FnMut(&str)) -> LocalAnswer {
        self.answer_with::<false>(request, Interrupt::default(), on_line)
    }

    fn answer_with<const REVIEWS: bool>(
        &self,
        request: LocalRequest<'_>,
        interrupt: Interrupt<'_>,
        on_line: &mut dyn FnMut(&str),
    ) -> LocalAnswer {
        match self.try_answer::<REVIEWS>(request, interrupt, on_line) {
            Ok(body) => LocalAnswer { status: 200, body },
            Err(problem) => {
                LocalAnswer { status: problem.status(), body: json_text(&problem.body(Some(ID))) }
            }
        }
    }

    fn try_answer<const REVIEWS: bool>(
        &self,
        LocalRequest { method, path, body }: LocalRequest<'_>,
        interrupt: Interrupt<'_>,
        on_line: &mut dyn FnMut(&str),
    ) -> Result<String, Problem> {
        let (id, endpoint) = endpoint(path).ok_or_else(Problem::unknown_path)?;
        let allowed = if endpoint == "games" { "GET" } else { "POST" };
        if method != allowed {
            return Err(Problem::method_not_allowed(&method));
        }
        if endpoint == "games" {
            return Ok(games_text(&self.games, self.session.limit_policy()));
        }
        let game = find_game(&self.games, id)?;
        let limit = if endpoint == "convert" { ARCHIVE_LIMIT } else { BODY_LIMIT };
        if body.len() > limit {
            return Err(Problem::body_too_large(limit));
        }
        // Before the time of a search begins.
        game.ensure_loaded();
        match endpoint {
            "best-move" => {
                let body = parse::<BestMoveBody>(body)?.analysis();
                Ok(json_text(&BestMove::from(&self.search_body(&*game, &body, interrupt, &mut |_| {})?)))
            }
            "legal-moves" => legal_moves(&*game, &parse(body)?),
            "analysis" => self.analysis(&*game, &parse(body)?, interrupt, None),
            "analysis/stream" => self.analysis(&*game, &parse(body)?, interrupt, Some(on_line)),
            _ if !REVIEWS => Err(Problem::unknown_path()),
            "review" => self.review(game, &parse(body)?, interrupt, None),
            "review/stream" => self.review(game, &parse(body)?, interrupt, Some(on_line)),
            _ => convert(&*game, parse(body)?),
        }
    }

    /// The answer of `analysis`, or the last line of its stream.
    fn analysis(
        &self,
        game: &dyn AnyGame,
        body: &AnalysisBody,
        interrupt: Interrupt<'_>,
        on_line: Option<&mut dyn FnMut(&str)>,
    ) -> Result<String, Problem> {
        body.refuse_level()?;
        refuse_game(body.game.as_ref())?;
        let Some(on_line) = on_line else {
            let analysis = self.search_body(game, body, interrupt, &mut |_| {})?;
            return Ok(json_text(&AnalysisAnswer::from(&analysis)));
        };
        let mut sent: Option<Instant> = None;
        let mut update = |analysis: &Analysis| {
            if sent.is_none_or(|sent| sent.elapsed() >= UPDATE_INTERVAL) {
                sent = Some(Instant::now());
                on_line(&json_line("update", "analysis", &AnalysisAnswer::so_far(analysis)));
            }
        };
        let analysis = self.search_body(game, body, interrupt, &mut update)?;
        Ok(json_line("final", "analysis", &AnalysisAnswer::from(&analysis)))
    }

    /// Validates a body and searches.
    fn search_body(
        &self,
        game: &dyn AnyGame,
        body: &AnalysisBody,
        interrupt: Interrupt<'_>,
        on_iteration: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Problem> {
        let (arrival, policy) = (Instant::now(), self.session.limit_policy());
        let request = body.request(game, Priority::Interactive, arrival, policy)?;
        Ok(self.session.answer_until(&request, interrupt, on_iteration)?)
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

fn convert(game: &dyn AnyGame, body: ConversionBody) -> Result<String, Problem> {
    let games = match body.conversion(game)? {
        Conversion::Game(source) => vec![game.convert(source)?.into()],
        Conversion::Games { strict } => {
            let mut games = Vec::new();
            game.import(&body.into_text(), ImportPlace::default(), &mut |imported| {
                games.push(imported);
                ImportStep::Continue
            })?;
            match games.iter().find_map(problem_of).filter(|_| strict) {
                Some(problem) => return Err(problem),
                None => games,
            }
        }
    };
    Ok(conversion_text(game.info().id, &games, ID))
}
