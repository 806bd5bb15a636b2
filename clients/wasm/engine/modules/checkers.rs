bestmove_engine::module!(bestmove_core::games::Checkers, bestmove_query::local::LocalService::answer);
