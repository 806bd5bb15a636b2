//! A picture as shapes, which are written as SVG or drawn as PNG.

use std::borrow::Cow;

/// The shapes of a picture, the lowest first, and its size before it is scaled.
#[derive(Debug)]
pub struct BoardDrawing {
    pub(super) title: String,
    pub(super) caption: String,
    pub(super) width: u32,
    pub(super) height: u32,
    /// The colour behind the board, and that of arrows.
    pub(super) card: Colour,
    pub(super) arrow: Colour,
    pub(super) shapes: Vec<Shape>,
}

impl BoardDrawing {
    /// The game and its position.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The game and who is to move or has won, as in "Connect four: Yellow to move".
    #[must_use]
    pub fn caption(&self) -> &str {
        &self.caption
    }
}

pub(super) const ARROW_OPACITY: f32 = 0.85;

/// A colour as `#rgb`, `#rgba` or `#rrggbb`.
pub(super) type Colour = &'static str;
pub(super) type Point = (f32, f32);

#[derive(Debug)]
pub(super) enum Shape {
    Rect {
        at: Point,
        size: Point,
        radius: f32,
        paint: Paint,
    },
    Circle {
        centre: Point,
        radius: f32,
        paint: Paint,
    },
    Lines {
        points: Cow<'static, [Point]>,
        is_closed: bool,
        paint: Paint,
    },
    Text(Text),
    /// From the first to the last point.
    Arrow(Vec<Point>),
    /// Shapes in a square of 100, which is moved and scaled.
    Piece {
        at: Point,
        scale: f32,
        shapes: Vec<Shape>,
    },
}

/// A text that is centred, with its baseline at a point.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) at: Point,
    pub(super) size: f32,
    pub(super) is_bold: bool,
    pub(super) fill: Colour,
    pub(super) text: String,
}

/// How a shape is filled, then stroked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Paint {
    pub(super) fill: Option<Colour>,
    pub(super) stroke: Option<(Colour, f32)>,
    pub(super) opacity: Option<f32>,
    /// Whether lines end and meet in half circles.
    pub(super) is_round: bool,
}

impl Paint {
    pub(super) fn fill(colour: Colour) -> Self {
        Self { fill: Some(colour), ..Self::default() }
    }

    pub(super) fn stroke(colour: Colour, width: f32) -> Self {
        Self { stroke: Some((colour, width)), ..Self::default() }
    }

    pub(super) fn stroked(self, colour: Colour, width: f32) -> Self {
        Self { stroke: Some((colour, width)), ..self }
    }

    pub(super) fn with_opacity(self, opacity: f32) -> Self {
        Self { opacity: Some(opacity), ..self }
    }

    pub(super) fn round(self) -> Self {
        Self { is_round: true, ..self }
    }
}
