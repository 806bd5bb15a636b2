bestmove_engine::module!(bestmove::games::ConnectFour, bestmove::local::LocalService::answer_play);
