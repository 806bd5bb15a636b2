bestmove_engine::module!(bestmove::games::TicTacToe, bestmove::local::LocalService::answer);
