bestmove_engine::module!(bestmove_core::games::ConnectFour, bestmove_query::local::LocalService::answer);
