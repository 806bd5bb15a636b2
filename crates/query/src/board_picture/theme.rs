//! The colours of a picture: those of the board element, in light and dark.

use bestmove_core::game::BoardStyle;
use serde::Deserialize;

/// Which colours a picture has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// For pages with a light background.
    #[default]
    Light,
    /// For pages with a dark background.
    Dark,
}

impl Theme {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    pub(super) const fn colours(self) -> &'static Colours {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
        }
    }
}

/// The colours of a theme.
pub(super) struct Colours {
    pub(super) ink: &'static str,
    pub(super) card: &'static str,
    grid: &'static str,
    plate: &'static str,
    pub(super) pit: &'static str,
    pale: &'static str,
    pub(super) dark: &'static str,
    felt: &'static str,
    pub(super) glow: &'static str,
    pub(super) arrow: &'static str,
}

const LIGHT: Colours = Colours {
    ink: "#24211c",
    card: "#fffdf8",
    grid: "#cfc4ac",
    plate: "#2b5b8c",
    pit: "#f4efe5",
    pale: "#efe3ca",
    dark: "#5b8474",
    felt: "#2f7d57",
    glow: "#ffd45e",
    arrow: "#d8412a",
};

const DARK: Colours = Colours {
    ink: "#ece7dc",
    card: "#24282d",
    grid: "#454c55",
    plate: "#27507a",
    pit: "#141619",
    pale: "#c9bda4",
    dark: "#3f6356",
    felt: "#25603f",
    glow: "#ffd45e",
    arrow: "#ff8d78",
};

impl Colours {
    /// What lies under the cells.
    pub(super) const fn board(&self, style: BoardStyle) -> &'static str {
        match style {
            BoardStyle::Grid => self.card,
            BoardStyle::Columns => self.plate,
            BoardStyle::Chequered => self.pale,
            BoardStyle::Squares => self.dark,
            BoardStyle::Ruled => self.felt,
        }
    }

    /// The lines between cells.
    pub(super) const fn rule(&self, style: BoardStyle) -> &'static str {
        match style {
            BoardStyle::Ruled | BoardStyle::Squares => "#17382a",
            _ => self.grid,
        }
    }

    /// The name in a cell.
    pub(super) const fn name(&self, style: BoardStyle) -> &'static str {
        match style {
            BoardStyle::Chequered | BoardStyle::Squares => "#e6efe9",
            _ => self.ink,
        }
    }
}
