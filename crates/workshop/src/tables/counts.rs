//! Statistics of endgame tables: wins, draws, losses and longest distances of each slice.

use bestmove_core::game::TablebaseResult;
use bestmove_core::games::checkers::endgame::slice::Slice;
use bestmove_core::games::checkers::endgame::{boards, decode};
use std::fmt;

/// The header of the columns of [`Counts`].
pub(super) const HEADER: &str = "pieces own_men own_kings other_men other_kings \
    positions wins draws losses longest_win longest_loss";

/// The statistics of a slice, from the point of view of the side to move.
#[derive(Debug)]
pub(super) struct Counts {
    slice: Slice,
    wins: u64,
    draws: u64,
    losses: u64,
    /// In plies; 0 where the table has no distances.
    longest_win: u16,
    longest_loss: u16,
}

impl Counts {
    /// Counts the values of a slice, given by their codes, with or without distances.
    pub(super) fn new(slice: Slice, codes: &[u8], has_distances: bool) -> Self {
        let mut counts = Self { slice, wins: 0, draws: 0, losses: 0, longest_win: 0, longest_loss: 0 };
        let mut codes = codes.iter();
        boards(slice, |board| {
            if let (Some(&code), Some(_)) = (codes.next(), board) {
                counts.add(decode(code));
            }
        });
        if !has_distances {
            (counts.longest_win, counts.longest_loss) = (0, 0);
        }
        counts
    }

    /// The columns of the material, with which each line of this slice begins.
    pub(super) fn material(&self) -> String {
        let Slice { own, other } = self.slice;
        format!("{} {} {} {} {} ", self.slice.pieces(), own.men, own.kings, other.men, other.kings)
    }

    fn add(&mut self, result: TablebaseResult) {
        match result {
            TablebaseResult::Win { plies } => {
                self.wins += 1;
                self.longest_win = self.longest_win.max(plies.unwrap_or_default());
            }
            TablebaseResult::Draw => self.draws += 1,
            TablebaseResult::Loss { plies } => {
                self.losses += 1;
                self.longest_loss = self.longest_loss.max(plies.unwrap_or_default());
            }
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wins, draws, losses, longest_win, longest_loss, .. } = self;
        let (material, positions) = (self.material(), wins + draws + losses);
        writeln!(f, "{material}{positions} {wins} {draws} {losses} {longest_win} {longest_loss}")
    }
}
