//! A picture as PNG, drawn by tiny-skia: with it and the strokes of the few glyphs there is no need
//! of a library for SVG and of a font.

use super::drawing::{ARROW_OPACITY, BoardDrawing, Paint, Point, Shape, Text};
use super::glyphs::{ASCENT, Glyph};
use png::{ColorType, DeflateCompression, Encoder, EncodingError, Filter};
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Path, PathBuilder, Pixmap, Stroke, Transform};

/// The longest side in pixels, up to which pictures are enlarged: twice the board of checkers.
/// Larger boards are reduced.
const MAX_SIDE: u32 = 1056;

/// The control points of a quarter of a circle of radius 1, from its ends.
const QUARTER: f32 = 0.552_284_8;

impl BoardDrawing {
    /// The width and height of the PNG.
    #[must_use]
    pub fn png_size(&self) -> (u32, u32) {
        let side = |side: u32| ((side as f32 * self.scale()).round() as u32).max(1);
        (side(self.width), side(self.height))
    }

    /// Whole where the picture is enlarged, so that edges stay sharp.
    fn scale(&self) -> f32 {
        let longest = self.width.max(self.height);
        if longest > MAX_SIDE { MAX_SIDE as f32 / longest as f32 } else { (MAX_SIDE / longest) as f32 }
    }

    /// The picture as PNG, without rounded corners: nothing of it is transparent.
    #[must_use]
    pub fn png(&self) -> Vec<u8> {
        let (width, height) = self.png_size();
        let mut pixels =
            Pixmap::new(width, height).expect("a picture has between 1 and MAX_SIDE squared pixels");
        pixels.fill(colour(self.card, 1.0));
        let mut canvas = Canvas { pixels, arrow: self.arrow };
        let transform = Transform::from_scale(self.scale(), self.scale());
        self.shapes.iter().for_each(|shape| canvas.draw(shape, transform));
        encoded(&canvas.pixels).expect("writing to memory does not fail")
    }
}

/// The colours of opaque pixels as PNG. Higher levels of compression take longer and save no more than a tenth.
fn encoded(pixels: &Pixmap) -> Result<Vec<u8>, EncodingError> {
    let colours: Vec<u8> = pixels.pixels().iter().flat_map(|at| [at.red(), at.green(), at.blue()]).collect();
    let mut png = Vec::new();
    let mut encoder = Encoder::new(&mut png, pixels.width(), pixels.height());
    encoder.set_color(ColorType::Rgb);
    encoder.set_filter(Filter::Up);
    encoder.set_deflate_compression(DeflateCompression::Level(2));
    encoder.write_header()?.write_image_data(&colours)?;
    Ok(png)
}

struct Canvas {
    pixels: Pixmap,
    arrow: &'static str,
}

impl Canvas {
    fn draw(&mut self, shape: &Shape, transform: Transform) {
        match shape {
            Shape::Rect { at, size, radius, paint } => {
                self.paint(rounded(*at, *size, *radius), paint, transform);
            }
            Shape::Circle { centre: (x, y), radius, paint } => {
                self.paint(PathBuilder::from_circle(*x, *y, *radius), paint, transform);
            }
            Shape::Lines { points, is_closed, paint } => {
                self.paint(lines(points, *is_closed), paint, transform);
            }
            Shape::Text(text) => self.write(text, transform),
            Shape::Arrow(points) => self.point(points, transform),
            Shape::Piece { at: (x, y), scale, shapes } => {
                let transform = transform.pre_translate(*x, *y).pre_scale(*scale, *scale);
                shapes.iter().for_each(|shape| self.draw(shape, transform));
            }
        }
    }

    fn paint(&mut self, path: Option<Path>, paint: &Paint, transform: Transform) {
        let Some(path) = path else { return };
        let opacity = paint.opacity.unwrap_or(1.0);
        if let Some(fill) = paint.fill {
            self.pixels.fill_path(&path, &coloured(fill, opacity), FillRule::Winding, transform, None);
        }
        if let Some((colour, width)) = paint.stroke {
            let mut stroke = Stroke { width, ..Stroke::default() };
            if paint.is_round {
                (stroke.line_cap, stroke.line_join) = (LineCap::Round, LineJoin::Round);
            }
            self.pixels.stroke_path(&path, &coloured(colour, opacity), &stroke, transform, None);
        }
    }

    /// An arrow with its head on the end, as the marker of the SVG. Its parts touch and do not overlap, as they are
    /// translucent.
    fn point(&mut self, points: &[Point], transform: Transform) {
        const WIDTH: f32 = 8.0;
        let (&[.., from, (x, y)], arrow) = (points, self.arrow) else { return };
        let (dx, dy) = (x - from.0, y - from.1);
        let length = dx.hypot(dy).max(f32::EPSILON) / (2.0 * WIDTH);
        let (dx, dy) = (dx / length, dy / length);
        let mut shaft = points.to_vec();
        shaft.pop();
        shaft.push((x - dx, y - dy));
        let head = [(x - dx - dy, y - dy + dx), (x + dx, y + dy), (x - dx + dy, y - dy - dx)];
        self.paint(lines(&shaft, false), &Paint::stroke(arrow, WIDTH).with_opacity(ARROW_OPACITY), transform);
        self.paint(lines(&head, true), &Paint::fill(arrow).with_opacity(ARROW_OPACITY), transform);
    }

    /// Writes a text centred at a point of its baseline.
    fn write(&mut self, text: &Text, transform: Transform) {
        let &Text { at: (x, y), size, is_bold, fill, ref text } = text;
        let unit = size * 0.72 / ASCENT;
        let glyphs: Vec<_> = text.chars().filter_map(Glyph::of).collect();
        let width = glyphs.iter().map(Glyph::advance).sum::<f32>() - Glyph::SPACE;
        let mut transform =
            transform.pre_translate(x, y).pre_scale(unit, unit).pre_translate(-width / 2.0, -ASCENT);
        let paint = Paint::stroke(fill, if is_bold { 2.4 } else { 1.5 }).round();
        for glyph in glyphs {
            glyph.strokes().for_each(|stroke| self.paint(curve(stroke), &paint, transform));
            transform = transform.pre_translate(glyph.advance(), 0.0);
        }
    }
}

fn coloured(name: &str, opacity: f32) -> tiny_skia::Paint<'static> {
    let mut paint = tiny_skia::Paint { anti_alias: true, ..tiny_skia::Paint::default() };
    paint.set_color(colour(name, opacity));
    paint
}

fn colour(name: &str, opacity: f32) -> Color {
    let [red, green, blue, alpha] = rgba(name);
    let mut colour = Color::from_rgba8(red, green, blue, alpha);
    colour.apply_opacity(opacity);
    colour
}

/// Red, green, blue and alpha of `#rgb`, `#rgba` or `#rrggbb`; black if it is none.
fn rgba(colour: &str) -> [u8; 4] {
    let digits: Vec<u8> = colour.chars().filter_map(|digit| Some(digit.to_digit(16)? as u8)).collect();
    match digits[..] {
        [red, green, blue] => [red * 17, green * 17, blue * 17, 255],
        [red, green, blue, alpha] => [red * 17, green * 17, blue * 17, alpha * 17],
        [r, red, g, green, b, blue] => [r * 16 + red, g * 16 + green, b * 16 + blue, 255],
        _ => [0, 0, 0, 255],
    }
}

fn lines(points: &[Point], is_closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (&(x, y), rest) = points.split_first()?;
    path.move_to(x, y);
    rest.iter().for_each(|&(x, y)| path.line_to(x, y));
    if is_closed {
        path.close();
    }
    path.finish()
}

fn rounded((x, y): Point, (width, height): Point, radius: f32) -> Option<Path> {
    let (right, bottom) = (x + width, y + height);
    let (near, mut path) = (radius * (1.0 - QUARTER), PathBuilder::new());
    path.move_to(x + radius, y);
    path.line_to(right - radius, y);
    path.cubic_to(right - near, y, right, y + near, right, y + radius);
    path.line_to(right, bottom - radius);
    path.cubic_to(right, bottom - near, right - near, bottom, right - radius, bottom);
    path.line_to(x + radius, bottom);
    path.cubic_to(x + near, bottom, x, bottom - near, x, bottom - radius);
    path.line_to(x, y + radius);
    path.cubic_to(x, y + near, x + near, y, x + radius, y);
    path.close();
    path.finish()
}

/// The quadratic B-spline of these points: a point given twice is a corner.
fn curve(points: &[Point]) -> Option<Path> {
    let (&[first, ref inner @ .., last], mut path) = (points, PathBuilder::new()) else { return None };
    path.move_to(first.0, first.1);
    for (index, &(x, y)) in inner.iter().enumerate() {
        let to =
            inner.get(index + 1).map_or(last, |next| (f32::midpoint(x, next.0), f32::midpoint(y, next.1)));
        path.quad_to(x, y, to.0, to.1);
    }
    if inner.is_empty() {
        path.line_to(last.0, last.1);
    }
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;
    use crate::wire::board_request::BoardPictureBody;
    use png::Decoder;
    use std::io::Cursor;
    use std::sync::Arc;

    /// The width and the colours of a drawn position.
    fn drawn(game: &str, query: &str) -> (u32, Vec<[u8; 3]>) {
        let game = Arc::clone(Registry::built_in().find(game).unwrap());
        let body: BoardPictureBody = serde_json::from_str(query).unwrap();
        let (drawing, _) = body.picture(game.as_ref()).unwrap();
        decoded(&drawing)
    }

    fn decoded(drawing: &BoardDrawing) -> (u32, Vec<[u8; 3]>) {
        let png = drawing.png();
        let mut reader = Decoder::new(Cursor::new(png)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!((info.width, info.height), drawing.png_size());
        (info.width, bytes.chunks(3).map(|colour| colour.try_into().unwrap()).collect())
    }

    /// The colour at a point of the picture before it is enlarged.
    fn at((width, colours): &(u32, Vec<[u8; 3]>), scale: u32, (x, y): (u32, u32)) -> [u8; 3] {
        colours[(y * scale * width + x * scale) as usize]
    }

    #[test]
    fn the_colours_are_where_the_svg_has_them() {
        let played = drawn("connect-four", r#"{"moves": ["4", "4"]}"#);
        assert_eq!(played.0, 936);
        let near_rim = |row: u32| (24 + 3 * 60 + 12, 24 + row * 60 + 30);
        assert_eq!(at(&played, 2, (2, 2)), [0xff, 0xfd, 0xf8], "the card");
        assert_eq!(at(&played, 2, (26, 30)), [0x2b, 0x5b, 0x8c], "the plate");
        assert_eq!(at(&played, 2, near_rim(3)), [0xf4, 0xef, 0xe5], "an empty cell");
        let [red, yellow] = [near_rim(5), near_rim(4)].map(|place| at(&played, 2, place));
        assert!(red[0] > 2 * red[1] && yellow[1] > 2 * yellow[2], "{red:?} {yellow:?}");
        assert_eq!(at(&played, 2, (24 + 3 * 60 + 30, 24 + 4 * 60 + 2)), [0xff, 0xd4, 0x5e], "the last move");
        let turned = drawn("checkers", r#"{"flipped": true, "theme": "dark", "numbers": false}"#);
        assert_eq!(at(&turned, 2, (24 + 90, 24 + 26)), [0xf6, 0xed, 0xdb], "White is at the top");
        assert_eq!(at(&turned, 2, (24 + 62, 24 + 2)), [0x3f, 0x63, 0x56], "a dark cell without its number");
    }

    /// The head and shaft of an arrow from cell 9 over 14 to 18, of which 85 % hide what is below.
    #[test]
    fn arrows_are_translucent_and_their_parts_do_not_overlap() {
        let (plain, pointed) = (drawn("checkers", "{}"), drawn("checkers", r#"{"arrows": ["9-14-18"]}"#));
        let changed = pointed.1.iter().zip(&plain.1).filter(|(with, without)| with != without);
        let blended = |with: u8, top: u8, below: u8| {
            (f32::from(top) * 0.85 + f32::from(below) * 0.15 - f32::from(with)).abs() <= 1.5
        };
        let arrow = [0xd8, 0x41, 0x2a];
        let (mut count, mut full) = (0, 0);
        for (with, without) in changed {
            count += 1;
            full += usize::from((0..3).all(|index| blended(with[index], arrow[index], without[index])));
        }
        // 8 by 154 and half of 32 by 32, enlarged to four times the area; edges are blended by less.
        assert!((6_976..8_000).contains(&count) && full > 6_200, "{full} of {count}");
    }

    #[test]
    fn every_digit_and_letter_has_a_glyph_within_its_width() {
        for sign in ('0'..='9').chain('a'..='z').chain('A'..='Z') {
            let glyph = Glyph::of(sign).unwrap_or_else(|| panic!("{sign} has no glyph"));
            for stroke in glyph.strokes() {
                let bounds = curve(stroke)
                    .unwrap_or_else(|| panic!("{sign} has no stroke"))
                    .compute_tight_bounds()
                    .unwrap();
                let width = glyph.advance() - Glyph::SPACE;
                assert!(bounds.left() >= -0.2 && bounds.right() <= width + 0.2, "{sign}: {bounds:?}");
                assert!(bounds.top() >= -0.5 && bounds.bottom() <= 16.5, "{sign}: {bounds:?}");
            }
        }
        assert!(Glyph::of('-').is_none());
    }

    #[test]
    fn larger_boards_are_reduced() {
        for (side, expected) in
            [(108, 972), (528, 1056), (529, 529), (1056, 1056), (1057, 1056), (15_348, 1056)]
        {
            let shapes = Vec::new();
            let drawing = BoardDrawing {
                title: String::new(),
                caption: String::new(),
                width: side,
                height: 84,
                card: "#fff",
                arrow: "#000",
                shapes,
            };
            assert_eq!(drawing.png_size().0, expected, "{side}");
            assert!(drawing.png_size().1 >= 1);
        }
    }
}
