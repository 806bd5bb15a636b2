//! Events with means as they are, and rounded.

use super::event::{Against, Cutoff, Event};
use crate::value::{Player, Value, Window, nearest};

impl<V: Copy> Event<V> {
    /// The same with other numbers.
    fn map<W>(
        self,
        value: impl Fn(V) -> W + Copy,
        window: impl Fn(Window<V>) -> Window<W> + Copy,
    ) -> Event<W> {
        match self {
            Self::Pass { window: asked, depth } => Event::Pass { window: window(asked), depth },
            Self::Bounds { lower, upper } => Event::Bounds { lower: value(lower), upper: value(upper) },
            Self::Enter { window: asked } => Event::Enter { window: window(asked) },
            Self::Leaf { value: own, is_horizon } => Event::Leaf { value: value(own), is_horizon },
            Self::Improve { score, child } => Event::Improve { score: value(score), child },
            Self::Cut(cutoff) => Event::Cut(cutoff.map(value, window)),
            Self::Research { window: asked } => Event::Research { window: window(asked) },
            Self::Reduce { plies } => Event::Reduce { plies },
            Self::ProbeChild => Event::ProbeChild,
            Self::Fail { score, bound } => Event::Fail { score: value(score), bound },
            Self::Probe { lower, upper, hit } => {
                Event::Probe { lower: value(lower), upper: value(upper), hit }
            }
            Self::Leave { score, bound } => Event::Leave { score: value(score), bound },
            Self::Insert { merit, is_solved } => Event::Insert { merit: value(merit), is_solved },
            Self::Drop => Event::Drop,
            Self::Solved { merit } => Event::Solved { merit: value(merit) },
            Self::List { states } => Event::List { states },
        }
    }
}

impl<V: Copy> Cutoff<V> {
    fn map<W>(self, value: impl Fn(V) -> W, window: impl Fn(Window<V>) -> Window<W>) -> Cutoff<W> {
        let Self { player, searched, skipped, score, bound, against, reach } = self;
        let against = match against {
            Against::Ancestor { ply, sure } => Against::Ancestor { ply, sure: value(sure) },
            Against::Window(asked) => Against::Window(window(asked)),
            Against::Chance { window: asked, rest, is_probed } => {
                Against::Chance { window: window(asked), rest: value(rest), is_probed }
            }
        };
        Cutoff { player, searched, skipped, score: value(score), bound: value(bound), against, reach }
    }
}

impl Event<f64> {
    /// With means to the nearest integer, and windows to the least ones of integers around them.
    #[must_use]
    pub fn rounded(self) -> Event {
        self.map(nearest, Window::rounded_outward)
    }
}

impl From<Event> for Event<f64> {
    fn from(event: Event) -> Self {
        event.map(f64::from, Window::from)
    }
}

impl From<Window> for Window<f64> {
    fn from(Window { alpha, beta }: Window) -> Self {
        Self { alpha: alpha.into(), beta: beta.into() }
    }
}

impl Window<f64> {
    /// The least window of integers around it.
    pub(crate) fn rounded_outward(self) -> Window {
        Window { alpha: self.alpha.floor() as Value, beta: self.beta.ceil() as Value }
    }

    /// The window after a player has got a score: it raises Max's bound or lowers Min's.
    pub(crate) const fn narrowed(self, player: Player, score: f64) -> Self {
        match player {
            Player::Max => Self { alpha: self.alpha.max(score), ..self },
            Player::Min => Self { beta: self.beta.min(score), ..self },
        }
    }
}
