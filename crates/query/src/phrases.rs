//! The phrases of errors in requests: their codes, their parameters and their English.

bestmove_core::phrases! {
    // Fields.
    whole_number_between(low, high): "a whole number from {low} to {high}";
    or_infinity(numbers): "{numbers}, inf or -inf";
    number_above_alpha: "a number above alpha";
    a_random_tree: "a random tree";
    a_search: "a search from /v1/searches";
    at_most_searches(most): "from 1 to {most} searches";
    each_search_once: "each search once";
    again(text): "{text} again";
    searches_with_chance(searches): "one of {searches}, as the tree has chance nodes";
    searched_within(most): "a tree that every search leaves within {most} events";
    larger: "a larger one";
    listed_evaluations(most): "counts: a search may list at most {most} evaluations here";
    shorter_answer(most): "less: an answer may have at most {most} MiB";

    // Texts to import. Titles are the values of `game`.
    records_of_game(game): "positions or games of {game}";
    records_or_files_of_game(game, extensions):
        "positions or games of {game}; the command bestmove convert reads files {extensions}";
    binary_file: "a binary file";
    no_move_after_repetition: "no move, as a draw by repetition could be claimed";
    no_move_without_progress: "no move, as a draw by no progress could be claimed";
}
