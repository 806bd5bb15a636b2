//! SVG. Shapes tell Max from Min and states have patterns as well as colours. There are classes and presentation
//! attributes only: a file looks right alone, and a page may style it without inline styles.

use super::Picture;
use super::legend::write_legend;
use super::measures::{CAPTION_LINES, LINE, MARGIN, Measures, TALL};
use super::style::{BEST, CUT, Escaped, GREY, INK, PAPER, Px};
use std::fmt::{self, Display, Formatter, Write};

impl Picture<'_> {
    /// The picture as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        self.write_svg(&mut svg).expect("a string takes any text");
        svg
    }

    /// Writes the picture as SVG.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_svg(&self, out: &mut dyn Write) -> fmt::Result {
        let measures = Measures::new(self);
        let (width, height) = (Px(measures.width), Px(measures.height));
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"search-tree\" role=\"img\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" color=\"{INK}\" \
             fill=\"currentColor\" font-family=\"system-ui, sans-serif\" font-size=\"13\" text-anchor=\"middle\">"
        )?;
        writeln!(out, "<title>{}</title>", Escaped(self.title))?;
        writeln!(out, "<desc>{}</desc>", Escaped(&self.description()))?;
        writeln!(out, "<rect class=\"paper\" width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>")?;
        let on_line = self.on_line();
        self.write_edges(out, &measures, &on_line)?;
        self.write_nodes(out, &measures, &on_line)?;
        let mut y = measures.bottom + 10.0;
        if self.show.caption {
            self.write_caption(out, &measures, y)?;
            y += CAPTION_LINES as f32 * LINE + 10.0;
        }
        if self.show.legend {
            write_legend(out, y, self.state.layout().has_chance())?;
        }
        out.write_str("</svg>\n")
    }

    /// The step in words, for those who can't see the picture.
    fn description(&self) -> String {
        let nodes = self.state.nodes();
        let visited = nodes.iter().filter(|node| node.is_visited()).count();
        let left_out = (0..nodes.len() as u32).filter(|&node| self.state.left_out(node).is_some()).count();
        let root = &self.state.layout()[0];
        let mover =
            if root.is_chance { "Chance decides".to_owned() } else { format!("{} is to move", root.player) };
        format!(
            "{mover} at the root. {visited} of {} nodes visited, {left_out} left out. {}.",
            nodes.len(),
            self.caption()
        )
    }

    /// The event of the step in words.
    fn caption(&self) -> String {
        match self.state.current() {
            Some(step) => format!("Step {}: {step}", self.state.step()),
            None => "Before the first step".to_owned(),
        }
    }

    fn write_caption(&self, out: &mut dyn Write, measures: &Measures, y: f32) -> fmt::Result {
        writeln!(out, "<g class=\"caption\" font-size=\"12\" text-anchor=\"start\">")?;
        let lines = wrapped(&self.caption(), measures.caption_letters());
        for (line, number) in lines.iter().zip(0_u8..) {
            let y = LINE.mul_add(f32::from(number), y + 12.0);
            writeln!(out, "<text x=\"{}\" y=\"{}\">{}</text>", Px(MARGIN), Px(y), Escaped(line))?;
        }
        out.write_str("</g>\n")
    }

    fn write_edges(&self, out: &mut dyn Write, measures: &Measures, on_line: &[bool]) -> fmt::Result {
        let layout = self.state.layout();
        writeln!(out, "<g class=\"edges\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.4\">")?;
        for node in 1..layout.places().len() as u32 {
            let (place, parent) = (&layout[node], &layout[layout[node].parent]);
            let label = self.shown_window(node).map_or(0.0, |_| LINE - 2.0);
            let from = (measures.x(parent.x), measures.y(parent.ply) + TALL);
            let to = (measures.x(place.x), measures.y(place.ply) - label);
            let (class, style) = if self.state.left_out(node).is_some() {
                ("left-out", format!(" stroke=\"{GREY}\" stroke-dasharray=\"4 3\""))
            } else if on_line[node as usize] && on_line[place.parent as usize] {
                ("line", format!(" stroke=\"{BEST}\" stroke-width=\"4\""))
            } else if self.state.nodes()[node as usize].is_visited() {
                ("visited", String::new())
            } else {
                ("unvisited", " stroke-opacity=\"0.45\"".to_owned())
            };
            writeln!(out, "<path class=\"{class}\"{style} d=\"{}\"/>", Segment(from, to))?;
            if self.is_cut(node) {
                self.write_mark(out, node, from, to)?;
            }
            self.write_move(out, node, from, to)?;
        }
        out.write_str("</g>\n")
    }

    /// The name of the move on its edge, below the middle.
    fn write_move(&self, out: &mut dyn Write, node: u32, from: (f32, f32), to: (f32, f32)) -> fmt::Result {
        let Some(name) = self.move_to(node) else { return Ok(()) };
        let (x, y) = (0.75f32.mul_add(to.0 - from.0, from.0), 0.75f32.mul_add(to.1 - from.1, from.1));
        let color = if self.state.left_out(node).is_some() { GREY } else { "currentColor" };
        writeln!(
            out,
            "<text class=\"move\" x=\"{}\" y=\"{}\" font-size=\"11\" fill=\"{color}\" stroke=\"{PAPER}\" \
             stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text>",
            Px(x),
            Px(y + 4.0),
            Escaped(name)
        )
    }

    /// Two strokes across the edge to a node that was left out. They tell why.
    fn write_mark(&self, out: &mut dyn Write, node: u32, from: (f32, f32), to: (f32, f32)) -> fmt::Result {
        let (across, down) = (to.0 - from.0, to.1 - from.1);
        let length = across.hypot(down);
        // Nearer to the child, where edges are apart.
        let middle = (0.55f32.mul_add(across, from.0), 0.55f32.mul_add(down, from.1));
        let (along, aside) = ((across / length, down / length), (-down / length, across / length));
        write!(out, "<g class=\"cut\" stroke=\"{CUT}\" stroke-width=\"2\">")?;
        for shift in [-2.5_f32, 2.5] {
            let end = |side: f32| {
                let (slant, shift) = (side * 3.0, shift);
                let x = along.0.mul_add(shift + slant, aside.0.mul_add(side * 7.0, middle.0));
                let y = along.1.mul_add(shift + slant, aside.1.mul_add(side * 7.0, middle.1));
                (x, y)
            };
            write!(out, "<path d=\"{}\"/>", Segment(end(-1.0), end(1.0)))?;
        }
        if let Some(left_out) = self.state.left_out(node) {
            write!(out, "<title>{}</title>", Escaped(&left_out.to_string()))?;
        }
        out.write_str("</g>\n")
    }
}

struct Segment((f32, f32), (f32, f32));

impl Display for Segment {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Self(from, to) = self;
        write!(out, "M{} {}L{} {}", Px(from.0), Px(from.1), Px(to.0), Px(to.1))
    }
}

/// A text in lines of at most so many letters.
fn wrapped(text: &str, letters: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= letters {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
