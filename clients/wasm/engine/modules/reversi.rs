bestmove_engine::module!(bestmove_core::games::Reversi, bestmove_query::local::LocalService::answer);
