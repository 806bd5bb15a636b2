//! The phrases of errors in positions, moves and game records: their codes, their parameters and their English.
//! Sides are the values of `side` and `other`, types of draughts those of `draughts`.

crate::phrases! {
    // Any text that is the same in all languages: input in quotation marks, notation, a name.
    verbatim(text): "{text}";
    number(number): "{number}";
    either(one, other): "{one} or {other}";
    side(side): "{side}";

    // Places.
    within(place, part): "{place}, {part}";
    game(number): "game {number}";
    numbered_move(number): "move {number}";
    move_of_side(number, side): "move {number} ({side})";
    tag(name): "tag {name}";
    any_tag: "tag";
    two_properties(one, other): "{one} and {other}";
    column(number): "column {number}";
    row(number): "row {number}";
    cell(number): "cell {number}";
    numbered_square(number): "square {number}";
    square(name): "{name}";
    pieces_of_side(side): "{side} pieces";
    entry(side, number): "{side} entry {number}";
    moved: "move";
    moves: "moves";
    position: "position";
    text: "text";
    to_move: "to_move";
    turn: "turn";
    shape: "shape";
    counts: "counts";
    winner: "winner";
    order_of_play: "order of play";
    discs: "discs";
    section: "section";
    whole_game: "game";
    games: "games";
    comment: "comment";
    variation: "variation";
    bracket: "bracket";
    clock_time: "clock time";
    result: "result";
    score: "score";
    margin_of_black: "margin of Black";
    property: "property";

    // What is expected or found anywhere.
    none: "none";
    nothing: "nothing";
    more: "more";
    at_most(most): "at most {most}";
    at_most_kibibytes(most): "at most {most} KiB";
    one_of_moves(moves): "one of {moves}";
    no_move_after_end: "no move, as the game is over";
    side_of_position(side): "{side}, as the position says";
    black_or_white_letter: "B or W";
    one_piece: "one piece";

    // Boards of a grid.
    rows_of_grid(shape): "{shape}, the top row first";
    three_rows: "three rows of three cells";
    six_rows: "six rows of seven cells";
    eight_rows: "eight rows of eight cells";
    cells(count): "{count} cells";
    one_cell: "1 cell";
    cells_in_words(count, words): "{count} cells in {words} words";
    rows_of_cells(rows, columns): "{rows} rows of {columns} cells";
    letters_of_cells: "X, O or .";
    digits_of_cells: "0, 1 or 2";
    colours_of_cells: "R, Y or .";
    nothing_after_board: "nothing after the board";
    nothing_after_side: "nothing after the board and the side";
    discs_of_sides(x, o): "{x} X and {o} O";
    equal_or_one_more: "as many X as O, or one more";
    equal_or_one_more_or_side: "as many X as O, or one more; or the side to move, as O seems to have begun";
    equal_or_one_less_before_x: "as many X as O, or one less, as X is to move";
    equal_or_one_more_before_o: "as many X as O, or one more, as O is to move";
    side_of_colours: "a side to move, as either colour may have begun";
    one_more_of_winner(side, other): "one {side} more than {other}, as {side} has won";
    equal_after_win(side, other): "as many {side} as {other}, as {other} has won";
    at_most_one: "at most one";
    two_lines: "a line of X and a line of O";
    two_fours: "four in a row of X and four in a row of O";
    no_floating_disc: "no disc, as the cell below is empty";
    a_disc: "a disc";
    discs_in_turn: "discs that X and O dropped by turns until one won";
    discs_out_of_turn: "discs that cannot have been dropped in turn";
    a_column: "a column, 1 to 7";
    free_column: "a column that is not full";
    no_move_after_win(side): "no move, as {side} has won";
    no_move_on_full_board: "no move, as the board is full";

    // Positions and moves whose pieces stand on numbered squares.
    a_section(letter): "a section :{letter}";
    one_section: "one section";
    another: "another one";
    side_before_squares: "W or B before the squares";
    square_or_range: "a square from 1 to 32, K before a king, or a range";
    at_least_one_of_waiting_side(side): "at least one, as {side} is not to move";
    king_in_last_row(side): "a king, as {side} is crowned there";
    man_of_side(side): "a {side} man";
    either_in_full(moves): "{moves}, in full, as either may be meant";
    either_in_numbers(moves): "{moves}, in numbers, as either may be meant";
    any_in_full(moves): "{moves}, in full, as any may be meant";
    any_in_numbers(moves): "{moves}, in numbers, as any may be meant";

    // Records in PDN.
    position_or_pdn: "a position in PDN FEN, or games in PDN";
    move_of_beginner:
        "a move of Black, who begins; or [FEN \"W:W21-32:B1-12\"] before the moves, if White begins";
    english_draughts: "English draughts";
    english_draughts_by_number: "21, English draughts";
    english_draughts_by_letters:
        "21, English draughts, as Russian and Czech draughts have such squares, too";
    draughts_by_number(kind, draughts): "{kind}, {draughts} draughts";
    draughts_by_tag(draughts, tag): "{draughts} draughts, as the tag {tag} says";
    draughts_by_squares: "squares beyond 32, as international draughts has";
    position_of_set_up: "a position, as SetUp is 1";
    result_codes: "1-0, 0-1, 1/2-1/2 or *";
    result_of_tag(result): "{result}, as in the tag Result";
    result_without_move(result, side): "{result}, as {side} has no legal move";
    one_per_game: "one in each game";
    name_and_value: "a name and a value in quotation marks";
    closing(sign): "a closing {sign}";
    end_of_game: "the end of the game";
    no_nested_braces: "no braces within braces";
    closing_bracket: "one that closes something";
    in_braces: "braces around it";

    // Positions and records of discs: boards, transcripts, GGF and SGF.
    discs_of_position:
        "64 cells and the side to move, a line of OBF, or the moves from the start such as f5d6c3";
    records_of_discs:
        "moves such as f5d6c3, boards of 64 cells with moves, lines of OBF, or games in GGF, SGF or PGN";
    at_least_four: "at least four, as at the start";
    at_least_four_discs: "at least four discs, as at the start";
    a_square: "a square, such as e4";
    a_property: "a property, such as B[F5]";
    closing_value: "a bracket that closes the value";
    move_of(side): "a move of {side}";
    game_of_discs: "Othello (2 in SGF)";
    board_of_discs: "Othello on 8 × 8 squares";
    fewer_discs_win: "anti-Othello, where fewer discs win";
    octagon: "the octagon of 10 × 10";
    board_of_random_start: "the board, as TY is a random start";
    board_before_moves: "a board before the first move";
    set_up_before_moves: "a set-up before the first move";
    board_in_ggf: "8, 64 cells, and * or O";
    forms_of_result: "Black's discs less White's, such as +12, or a winner";
    counted_discs(margin): "{margin}, as the discs are counted";
    score_after_end: "the end of the game before it";
}
