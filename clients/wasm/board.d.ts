export * from "bestmove/board";
