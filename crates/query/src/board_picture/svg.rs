//! A picture as SVG: presentation attributes only, so that a file looks right alone.

use super::drawing::{ARROW_OPACITY, BoardDrawing, Paint, Shape, Text};
use bestmove_trees::picture::Escaped;
use std::fmt::{self, Display, Formatter};

impl Display for BoardDrawing {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Self { title, width, height, card, arrow, shapes, .. } = self;
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\" font-size=\"13\" text-anchor=\"middle\">"
        )?;
        writeln!(out, "<title>{}</title>", Escaped(title))?;
        writeln!(
            out,
            "<marker id=\"head\" viewBox=\"0 0 4 4\" refX=\"2\" refY=\"2\" markerWidth=\"4\" markerHeight=\"4\" \
             orient=\"auto\"><path d=\"M0 0 4 2 0 4z\" fill=\"{arrow}\"/></marker>"
        )?;
        writeln!(out, "<rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{card}\"/>")?;
        shapes.iter().try_for_each(|shape| write(out, shape, arrow))?;
        writeln!(out, "</svg>")
    }
}

fn write(out: &mut Formatter<'_>, shape: &Shape, arrow: &str) -> fmt::Result {
    match shape {
        Shape::Rect { at: (x, y), size: (width, height), radius, paint } => {
            write!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")?;
            if *radius > 0.0 {
                write!(out, " rx=\"{radius}\"")?;
            }
            writeln!(out, "{paint}/>")
        }
        Shape::Circle { centre: (cx, cy), radius, paint } => {
            writeln!(out, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{radius}\"{paint}/>")
        }
        Shape::Lines { points, is_closed, paint } => {
            write!(out, "<{} points=\"", if *is_closed { "polygon" } else { "polyline" })?;
            write_points(out, points)?;
            writeln!(out, "\"{paint}/>")
        }
        Shape::Text(Text { at: (x, y), size, is_bold, fill, text }) => {
            write!(out, "<text x=\"{x}\" y=\"{y}\"")?;
            if *is_bold {
                write!(out, " font-size=\"{size}\" font-weight=\"700\"")?;
            }
            writeln!(out, " fill=\"{fill}\">{}</text>", Escaped(text))
        }
        Shape::Arrow(points) => {
            write!(out, "<polyline points=\"")?;
            write_points(out, points)?;
            writeln!(
                out,
                "\" fill=\"none\" stroke=\"{arrow}\" stroke-width=\"8\" stroke-linejoin=\"round\" opacity=\"{ARROW_OPACITY}\" \
                 marker-end=\"url(#head)\"/>"
            )
        }
        Shape::Piece { at: (x, y), scale, shapes } => {
            writeln!(out, "<g transform=\"translate({x} {y}) scale({scale})\">")?;
            shapes.iter().try_for_each(|shape| write(out, shape, arrow))?;
            writeln!(out, "</g>")
        }
    }
}

fn write_points(out: &mut Formatter<'_>, points: &[(f32, f32)]) -> fmt::Result {
    for (index, (x, y)) in points.iter().enumerate() {
        let space = if index == 0 { "" } else { " " };
        write!(out, "{space}{x},{y}")?;
    }
    Ok(())
}

/// As attributes, after a space.
impl Display for Paint {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, " fill=\"{}\"", self.fill.unwrap_or("none"))?;
        if let Some((colour, width)) = self.stroke {
            write!(out, " stroke=\"{colour}\"")?;
            if width != 1.0 {
                write!(out, " stroke-width=\"{width}\"")?;
            }
        }
        if self.is_round {
            write!(out, " stroke-linecap=\"round\" stroke-linejoin=\"round\"")?;
        }
        self.opacity.map_or(Ok(()), |opacity| write!(out, " opacity=\"{opacity}\""))
    }
}
