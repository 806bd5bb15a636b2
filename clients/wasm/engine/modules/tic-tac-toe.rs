bestmove_engine::module!(bestmove_core::games::TicTacToe, bestmove_query::local::LocalService::answer);
