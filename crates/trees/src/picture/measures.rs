//! Sizes in an SVG picture: they depend on the layout and on what may be shown, never on the step.

use super::layout::{Below, Layout, Place};
use super::{Picture, Show};
use crate::record::words::Number;

/// Half the width of a triangle for scores of up to three letters.
pub(super) const HALF: f32 = 23.0;
/// The height of a triangle.
pub(super) const TALL: f32 = 40.0;
/// The height of a leaf.
pub(super) const LEAF: f32 = 26.0;
/// The height of a line of text.
pub(super) const LINE: f32 = 17.0;
/// Lines kept free for the caption.
pub(super) const CAPTION_LINES: usize = 3;
pub(super) const MARGIN: f32 = 20.0;
/// The width of a letter of the small font, as far as it is known without the font.
const LETTER: f32 = 6.2;
const DIGIT: f32 = 8.0;
const LEAST_WIDTH: f32 = 560.0;

/// Where things are, in pixels.
pub(super) struct Measures {
    /// The width of a column.
    unit: f32,
    /// The x of column 0.
    left: f32,
    /// The width of a leaf.
    pub(super) leaf: f32,
    /// Half the width of a triangle.
    pub(super) half: f32,
    /// The top of each ply.
    tops: Vec<f32>,
    pub(super) width: f32,
    pub(super) height: f32,
    /// The bottom of the tree.
    pub(super) bottom: f32,
}

impl Measures {
    pub(super) fn new(picture: &Picture) -> Self {
        let layout = picture.state.layout();
        let values = layout.places().iter().filter_map(|place| match place.below {
            Below::Leaf { value } => {
                let viewer = picture.state.presentation().viewer(place.ply.into());
                Some(Number(viewer.view(value)).to_string().chars().count())
            }
            Below::Children(_) | Below::Folded { .. } => None,
        });
        // The values below folds are not known.
        let letters = values.chain(has_folds(layout).then_some(4)).max().unwrap_or(0);
        let leaf = (letters as f32).mul_add(DIGIT, 10.0).max(26.0);
        let half = 5.0f32.mul_add((letters as f32 - 3.0).clamp(0.0, 3.0), HALF);
        let unit = unit(picture, leaf, half, letters);
        let tree = unit.mul_add(layout.columns() as f32 - 1.0, leaf.max(2.0 * half));
        let width = (tree + 2.0 * MARGIN).max(LEAST_WIDTH).ceil();
        let left = unit.mul_add(-(layout.columns() as f32 - 1.0), width) / 2.0;
        let tops = tops(layout, unit, picture.show);
        let below = if picture.show.order || has_folds(layout) { LINE } else { 0.0 };
        let bottom = tops.last().copied().unwrap_or(0.0) + TALL + below;
        let caption = if picture.show.caption { CAPTION_LINES as f32 * LINE + 10.0 } else { 0.0 };
        let legend = if picture.show.legend { 2.0 * LINE } else { 0.0 };
        let height = (bottom + caption + legend + MARGIN).ceil();
        Self { unit, left, leaf, half, tops, width, height, bottom }
    }

    /// The middle of a node.
    pub(super) fn x(&self, column: f32) -> f32 {
        self.unit.mul_add(column, self.left)
    }

    /// The top of the shapes of a ply.
    pub(super) fn y(&self, ply: u16) -> f32 {
        self.tops[usize::from(ply)]
    }

    /// The letters of the small font in a line of the caption.
    pub(super) fn caption_letters(&self) -> usize {
        ((self.width - 2.0 * MARGIN) / LETTER) as usize
    }

    /// The width of a text of the small font.
    pub(super) fn small(&self, text: &str) -> f32 {
        text.chars().count() as f32 * LETTER
    }

    /// Whether a text of the small font fits into a column.
    pub(super) fn fits(&self, text: &str) -> bool {
        self.small(text) <= self.unit
    }
}

/// A column is so wide that neighbours within a ply have room for their shapes and windows.
fn unit(picture: &Picture, leaf: f32, half: f32, letters: usize) -> f32 {
    let gap = if picture.show.types { 14.0 } else { 8.0 };
    let layout = picture.state.layout();
    let chances = layout.places().iter().filter_map(|place| place.chance.as_deref());
    let moves = picture.moves.unwrap_or_default().iter().map(String::as_str);
    let names = moves.chain(chances).map(|name| name.chars().count());
    let name = names.max().unwrap_or(0) as f32 * LETTER;
    let window = if picture.show.windows { (2 * letters.max(2) + 4) as f32 * LETTER } else { 0.0 };
    let width = |place: &Place| match place.below {
        Below::Leaf { .. } => leaf,
        Below::Children(_) => window.max(2.0 * half),
        Below::Folded { .. } => 2.0 * half,
    };
    let neighbours = layout.places().windows(2).filter(|pair| pair[0].ply == pair[1].ply);
    let needs = neighbours
        .map(|pair| (f32::midpoint(width(&pair[0]), width(&pair[1])) + gap) / (pair[1].x - pair[0].x));
    needs.fold(leaf.max(name) + gap, f32::max).ceil()
}

/// The wider the edges of a ply reach, the longer they are, up to a limit.
fn tops(layout: &Layout, unit: f32, show: Show) -> Vec<f32> {
    let label = if show.windows { LINE } else { 0.0 };
    let mut reach = vec![0.0_f32; layout.plies() + 1];
    for place in &layout.places()[1..] {
        let across = (place.x - layout[place.parent].x).abs() * unit;
        let farthest = &mut reach[usize::from(place.ply)];
        *farthest = farthest.max(across);
    }
    let mut top = MARGIN + label;
    let mut tops = vec![top];
    for across in &reach[1..] {
        top += TALL + label + (0.2 * across + 22.0).clamp(36.0, 170.0);
        tops.push(top.round());
    }
    tops
}

fn has_folds(layout: &Layout) -> bool {
    layout.places().iter().any(|place| matches!(place.below, Below::Folded { .. }))
}
