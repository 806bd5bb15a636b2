bestmove_engine::module!(bestmove::games::Checkers, bestmove::local::LocalService::answer);
