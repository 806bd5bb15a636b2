use crate::positions::{
    assert_keys_differ, assert_refused, assert_round_trip, by_ply, moves, play_choices, sizes,
};
use bestmove_core::game::{
    Coordinate, Coordinates, Ending, Evaluator, ImportedRecord, Notation, Outcome, Rules, Searchable, Side,
};
use bestmove_core::games::ConnectFour;
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::HashSet;

type Position = <ConnectFour as Rules>::Position;

/// Source: OEIS A212693.
const POSITIONS: [usize; 9] = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275];

/// The rules in their simplest form, on a grid.
#[derive(Clone, Default)]
struct Oracle {
    /// Discs by row from the bottom, then by column from the left.
    grid: [[Option<char>; 7]; 6],
    discs: usize,
}

impl Oracle {
    fn sign_to_move(&self) -> char {
        if self.discs.is_multiple_of(2) { 'X' } else { 'O' }
    }

    fn drop_disc(&mut self, column: usize) {
        let row = (0..6).find(|&row| self.grid[row][column].is_none()).expect("room");
        self.grid[row][column] = Some(self.sign_to_move());
        self.discs += 1;
    }

    fn is_four(&self, row: usize, column: usize, (up, right): (isize, isize)) -> bool {
        let disc = |nth: isize| {
            let row = usize::try_from(row as isize + nth * up).ok()?;
            let column = usize::try_from(column as isize + nth * right).ok()?;
            *self.grid.get(row)?.get(column)?
        };
        disc(0).is_some() && (1..4).all(|nth| disc(nth) == disc(0))
    }

    fn winner(&self) -> Option<char> {
        let cells = (0..6).flat_map(|row| (0..7).map(move |column| (row, column)));
        cells
            .filter(|&(row, column)| {
                [(1, 0), (0, 1), (1, 1), (-1, 1)].into_iter().any(|way| self.is_four(row, column, way))
            })
            .find_map(|(row, column)| self.grid[row][column])
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.winner() {
            Some('X') => Some(Outcome { winner: Some(Side::First), ending: Ending::LINE }),
            Some(_) => Some(Outcome { winner: Some(Side::Second), ending: Ending::LINE }),
            None if self.discs == 42 => Some(Outcome { winner: None, ending: Ending::BOARD_FULL }),
            None => None,
        }
    }

    fn columns(&self) -> Vec<usize> {
        let over = self.winner().is_some();
        (0..7).filter(|&column| !over && self.grid[5][column].is_none()).collect()
    }

    fn text(&self) -> String {
        let row = |row: &[Option<char>; 7]| row.map(|disc| disc.unwrap_or('.')).iter().collect::<String>();
        self.grid.iter().rev().map(row).collect::<Vec<_>>().join("/")
    }
}

/// Compares a position with the oracle: text, outcome, moves, winning moves.
fn assert_agree(position: &Position, oracle: &Oracle) {
    assert_eq!(ConnectFour::print(position), oracle.text());
    assert_eq!(ConnectFour::outcome(position), oracle.outcome(), "{}", oracle.text());
    let moves = moves::<ConnectFour>(position);
    let columns: Vec<usize> = moves.iter().map(|cell| cell.column().into()).collect();
    assert_eq!(columns, oracle.columns(), "{}", oracle.text());
    for &cell in &moves {
        let mut after = oracle.clone();
        after.drop_disc(cell.column().into());
        let wins = after.winner().is_some();
        assert_eq!(ConnectFour::is_noisy(position, cell), wins, "{} {cell:?}", oracle.text());
    }
}

/// Numbers that [`play_choices`] turns into a game of up to 42 plies.
fn choices() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 42)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn rules_agree_with_the_oracle(choices in choices()) {
        let mut position = ConnectFour::start();
        let mut oracle = Oracle::default();
        for choice in choices {
            assert_agree(&position, &oracle);
            let moves = moves::<ConnectFour>(&position);
            let Some(&cell) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            position = ConnectFour::play(&position, cell);
            oracle.drop_disc(cell.column().into());
        }
        assert_agree(&position, &oracle);
    }
}

/// A board that obeys gravity, with as many X as O or one more, column by column from below.
fn heap() -> impl Strategy<Value = Vec<Vec<char>>> {
    vec(0..=6_usize, 7).prop_flat_map(|heights| {
        let discs: usize = heights.iter().sum();
        let signs: Vec<char> = "XO".chars().cycle().take(discs).collect();
        Just(signs).prop_shuffle().prop_map(move |signs| {
            let mut signs = signs.into_iter();
            heights.iter().map(|&height| signs.by_ref().take(height).collect()).collect()
        })
    })
}

/// Whether a game can lead to the board. Removes discs in every order until the board is empty.
fn is_reachable(heap: &[Vec<char>], seen: &mut HashSet<Vec<usize>>) -> bool {
    let heights: Vec<usize> = heap.iter().map(Vec::len).collect();
    let discs: usize = heights.iter().sum();
    let last = if discs.is_multiple_of(2) { 'O' } else { 'X' };
    let is_new = seen.insert(heights);
    let mut can_come_from = |column: usize| {
        let mut earlier = heap.to_vec();
        earlier[column].pop() == Some(last)
            && oracle(&earlier).winner().is_none()
            && is_reachable(&earlier, seen)
    };
    discs == 0 || is_new && (0..7).any(&mut can_come_from)
}

fn oracle(heap: &[Vec<char>]) -> Oracle {
    let mut oracle = Oracle::default();
    for (column, signs) in heap.iter().enumerate() {
        for (row, &sign) in signs.iter().enumerate() {
            oracle.grid[row][column] = Some(sign);
            oracle.discs += 1;
        }
    }
    oracle
}

proptest! {
    #[test]
    fn parse_accepts_reachable_boards(heap in heap()) {
        let text = oracle(&heap).text();
        let accepted = ConnectFour::parse(&text).is_ok();
        assert_eq!(accepted, is_reachable(&heap, &mut HashSet::new()), "{text}");
    }
}

proptest! {
    #[test]
    fn positions_round_trip(choices in choices()) {
        play_choices::<ConnectFour>(&choices).iter().for_each(assert_round_trip::<ConnectFour>);
    }

    #[test]
    fn both_notations_parse_to_the_same_position(choices in choices()) {
        let game = play_choices::<ConnectFour>(&choices);
        let mut columns = String::new();
        for step in game.windows(2) {
            let cell = moves::<ConnectFour>(&step[0])
                .into_iter()
                .find(|&cell| ConnectFour::play(&step[0], cell) == step[1])
                .expect("a move was made");
            columns += &ConnectFour::print_move(&step[0], cell);
            assert_eq!(ConnectFour::parse(&columns), Ok(step[1]), "{columns}");
        }
    }

    #[test]
    fn evaluation_is_symmetric(choices in choices()) {
        for position in play_choices::<ConnectFour>(&choices) {
            let rows = ConnectFour::print(&position);
            let mirrored: Vec<String> = rows.split('/').map(|row| row.chars().rev().collect()).collect();
            let mirrored = ConnectFour::parse(&mirrored.join("/")).unwrap();
            assert_eq!(ConnectFour::evaluate(&position, &()), ConnectFour::evaluate(&mirrored, &()), "{rows}");
        }
    }
}

#[test]
fn position_counts_by_ply_are_those_published() {
    let layers = by_ply::<ConnectFour>(8);
    assert_eq!(sizes(&layers), POSITIONS);
    assert_keys_differ::<ConnectFour>(&layers);
}

/// The texts of all boards with `discs` discs that obey gravity.
fn heaps(discs: usize) -> Vec<String> {
    let column = |height: usize| {
        (0..1_usize << height).map(move |signs| {
            (0..6).map(|row| ['.', 'X', 'O'][if row < height { 1 + (signs >> row & 1) } else { 0 }]).collect()
        })
    };
    let columns: Vec<(usize, String)> =
        (0..=6).flat_map(|height| column(height).map(move |signs| (height, signs))).collect();
    let mut heaps = vec![(0, Vec::<&str>::new())];
    for _ in 0..7 {
        heaps = heaps
            .iter()
            .flat_map(|(taken, heap)| {
                columns
                    .iter()
                    .filter(move |(height, _)| taken + height <= discs)
                    .map(move |(height, signs)| (taken + height, [&heap[..], &[signs]].concat()))
            })
            .collect();
    }
    let text = |heap: &[&str]| {
        let row = |row: usize| heap.iter().map(|column| &column[row..=row]).collect::<String>();
        (0..6).rev().map(row).collect::<Vec<_>>().join("/")
    };
    heaps.iter().filter(|(taken, _)| *taken == discs).map(|(_, heap)| text(heap)).collect()
}

#[test]
fn parse_accepts_reachable_boards_only() {
    for (discs, positions) in by_ply::<ConnectFour>(6).into_iter().enumerate() {
        let accepted: HashSet<_> =
            heaps(discs).into_iter().filter(|text| ConnectFour::parse(text).is_ok()).collect();
        assert_eq!(accepted, positions.into_keys().collect());
    }
}

#[test]
fn an_empty_text_is_the_start_position() {
    assert_eq!(ConnectFour::parse(""), Ok(ConnectFour::start()));
    assert_eq!(ConnectFour::print(&ConnectFour::start()), ["......."; 6].join("/"));
}

#[test]
fn the_example_is_legal() {
    let position = ConnectFour::parse(ConnectFour::INFO.position_example).unwrap();
    assert!(ConnectFour::parse_move(&position, ConnectFour::INFO.move_example).is_ok());
}

#[test]
fn a_winning_line_has_its_cells() {
    let line = |text: &str| ConnectFour::winning_line(&ConnectFour::parse(text).unwrap());
    let cell = |column, row| -> Coordinates {
        vec![("column", Coordinate::One(column)), ("row", Coordinate::One(row))]
    };
    assert!(line("121212").is_empty());
    assert_eq!(line("1212121"), [cell(1, 1), cell(1, 2), cell(1, 3), cell(1, 4)]);
    assert!(line("112233").is_empty());
    assert_eq!(line("1122334"), [cell(1, 1), cell(2, 1), cell(3, 1), cell(4, 1)]);
    assert_eq!(line("12233434474"), [cell(1, 1), cell(2, 2), cell(3, 3), cell(4, 4)]);
    assert_eq!(line("76655454414"), [cell(4, 4), cell(5, 3), cell(6, 2), cell(7, 1)]);
}

#[test]
fn wins_and_forced_blocks_are_ordered_first() {
    let best = |text: &str| {
        let position = ConnectFour::parse(text).unwrap();
        let moves = moves::<ConnectFour>(&position);
        let best = moves.into_iter().max_by_key(|&cell| ConnectFour::order_score(&position, cell));
        best.map(|cell| cell.column() + 1)
    };
    assert_eq!(best(""), Some(4));
    assert_eq!(best("121212"), Some(1), "a win");
    assert_eq!(best("12121"), Some(1), "a forced block");
    assert_eq!(best("71727"), Some(7), "a forced block");
}

#[test]
fn boards_and_columns_are_read_in_the_forms_that_frontends_have() {
    let board = ConnectFour::parse("4453").unwrap();
    let rows = ConnectFour::print(&board);
    for text in [
        "4 4 5 3",
        "4,4,5,3\n",
        &rows,
        &format!("{}\n", rows.replace('/', "\n")),
        &rows.replace('/', ""),
        &rows.to_lowercase(),
        &rows.replace('.', "0").replace('X', "1").replace('O', "2"),
        &rows.replace('.', "0").replace('X', "1").replace('O', "2").replace('/', ""),
        &rows.replace('/', "").chars().map(|sign| format!("{sign} ")).collect::<String>(),
        &rows.replace('.', "_").replace('/', "|"),
        "4-4-5-3",
        &rows.replace('/', "\n").replace('.', " "),
        &rows.replace('/', "\n").replace('.', " ").replace('X', "1").replace('O', "2"),
        &format!("{}\n1 2 3 4 5 6 7\n", rows.replace('/', "\n")),
        &format!("1 2 3 4 5 6 7\n{}", rows.replace('/', "\n").replace('.', " ")),
    ] {
        assert_eq!(ConnectFour::parse(text), Ok(board), "{text:?}");
    }
}

/// Beside red and yellow, discs of one other colour are empty cells.
#[test]
fn boards_are_read_in_pictures() {
    let board = ConnectFour::parse("445").unwrap();
    let coloured = ConnectFour::print(&board).replace('X', "🔴").replace('O', "🟡");
    for empty in ["⚪", "⚪\u{fe0f}", "⚫", "🟦", "⬜", "_"] {
        let text = coloured.replace('.', empty).replace('/', "\n");
        assert_eq!(ConnectFour::parse(&text), Ok(board), "{text}");
        assert_eq!(ConnectFour::parse(&empty.repeat(42)), Ok(ConnectFour::start()), "{empty}");
    }
    assert_refused::<ConnectFour>(&[
        (&coloured.replace('.', "⚪").replacen('⚪', "⚫", 1), "column 1, row 6"),
        (&coloured.replace("🟡", "⚪"), "column 4, row 2"),
        (&coloured.replace("🔴", "⚪").replace("🟡", "⚫"), "column 4, row 2"),
    ]);
}

/// A game that O began is the game that X began with the other colours.
#[test]
fn the_second_side_may_have_begun() {
    let o_began =
        ConnectFour::parse_with("......./......./......./......./......./...O...", Some(Side::First))
            .unwrap();
    assert_eq!(Ok(o_began), ConnectFour::parse_with("4", Some(Side::First)));
    assert_eq!(ConnectFour::print(&o_began), "......./......./......./......./......./...O... X");
    for columns in ["", "4", "4455", "44444212", "121212"] {
        let usual = ConnectFour::parse(columns).unwrap();
        let swapped = ConnectFour::parse_with(columns, Some(!ConnectFour::to_move(&usual))).unwrap();
        assert_round_trip::<ConnectFour>(&swapped);
        assert_eq!(ConnectFour::key(&swapped), ConnectFour::key(&usual));
        assert_eq!(ConnectFour::evaluate(&swapped, &()), ConnectFour::evaluate(&usual, &()));
        for played in moves::<ConnectFour>(&usual) {
            let [usual, swapped] = [usual, swapped].map(|board| ConnectFour::play(&board, played));
            let winner = |board| ConnectFour::outcome(&board).and_then(|outcome| outcome.winner);
            assert_eq!(winner(swapped), winner(usual).map(|side| !side));
        }
    }
}

#[test]
fn errors_name_the_invalid_move() {
    assert_refused::<ConnectFour>(&[
        ("0", "move 1"),
        ("8", "move 1"),
        ("44a", "move 3"),
        ("4,0", "move 2"),
        ("44４", "move 3"),
        ("\0", "move 1"),
        ("1111111", "move 7"),
        ("12121213", "move 8"),
        (&"4".repeat(100_000), "move 7"),
    ]);
}

#[test]
fn errors_name_the_invalid_part_of_a_board() {
    assert_refused::<ConnectFour>(&[
        ("/", "shape"),
        ("......./......./......./......./.......", "shape"),
        ("......./......./......./......./......./......./.......", "shape"),
        (&"/".repeat(100_000), "shape"),
        (&"......\n".repeat(7), "shape"),
        (&".".repeat(41), "shape"),
        ("44x", "shape"),
        ("[['X', None]]", "shape"),
        ("1 2 3 4 5 6 7\n.......", "shape"),
        ("4--4", "shape"),
        ("......./......./......./......./......./....... X 5", "position"),
        ("......../......./......./......./......./.......", "row 6"),
        ("......./......./......./......./....../.......", "row 2"),
        ("......./......./......./......./......./......é.", "row 1"),
        ("......./......./......./......./......./..z....", "column 3, row 1"),
        ("......é/......./......./......./......./.......", "column 7, row 6"),
        ("......./......./......./......./..X..../.......", "column 3, row 2"),
        ("...O.../......./......./......./......./...X...", "column 4, row 6"),
        ("......./......./......./......./......./...O...", "counts"),
        ("......./......./......./......./......./X..X...", "counts"),
        ("......./......./......./......./......./XX.XO..", "counts"),
        ("......./......./......./......./OOO..../XXXXO..", "counts"),
        ("......./......./......./X....../OOOO.../XXOX.XX", "counts"),
        ("......./......./......./......./OOOO.../XXXX...", "winner"),
        ("......./......./......./......./X....../O......", "order of play"),
        ("......./......./X.....X/X.....X/XOO.O.X/XOO.OOX", "order of play"),
        ("......./O....../X....../X....../X....../XX.O.OO", "order of play"),
        ("OXOOOXX/XOXXXOO/XXXOXXX/XOXXXOO/OXOOOXX/OOOXOOO", "order of play"),
    ]);
}

/// Lines of the test files of Pascal Pons' solver: the columns, and the score of the position after them.
#[test]
fn a_score_may_follow_the_columns() {
    let described = |text: &str| -> Vec<_> {
        let records = ConnectFour::records(text, 0).map(|read| read.unwrap());
        let describe = |read: ImportedRecord<ConnectFour>| {
            assert_eq!((&read.fault, &read.warnings), (&None, &Vec::new()), "{text}");
            let comments = read.record.comments.iter().map(|comment| comment.text.clone());
            (ConnectFour::print_moves(&read.record).concat(), comments.collect::<String>())
        };
        records.map(describe).collect()
    };
    let score = |score: &str| format!("score {score} for the side to move");
    let game = |columns: &str, comment: String| (columns.to_owned(), comment);
    let lines = "2252576253462244111563365343671351441 -1\n7422341735647741166133573473242566 1\n\n\
                 23163416124767223154467471272416755633 0\n";
    assert_eq!(
        described(lines),
        [
            game("2252576253462244111563365343671351441", score("-1")),
            game("7422341735647741166133573473242566", score("1")),
            game("23163416124767223154467471272416755633", score("0")),
        ]
    );
    assert_eq!(described("4453 0"), [game("4453", score("0"))]);
    assert_eq!(described("4453 -2\n"), [game("4453", score("-2"))]);
    // Digits from 1 to 7 are columns, where no other line has a score.
    assert_eq!(described("4453 1"), [game("44531", String::new())]);
    assert_eq!(described("4453 12"), [game("445312", String::new())]);
    assert_eq!(described(""), [game("", String::new())]);
    assert_eq!(described("4 4\n5 3"), [game("4453", String::new())]);
    assert_eq!(ConnectFour::parse("4453 -2"), ConnectFour::parse("4453"));
    let ends: Vec<_> = ConnectFour::records(lines, 0).map(|read| read.unwrap().end).collect();
    assert_eq!(ConnectFour::records(lines, ends[0]).count(), 2);
}
