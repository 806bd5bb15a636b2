//! SVG pictures, read back.

use crate::data;
use std::collections::{BTreeMap, BTreeSet};

/// The grey of nodes that were left out.
pub(crate) const GREY: &str = "#8c959f";

pub(crate) type Paths = BTreeSet<Vec<u16>>;

/// What an SVG picture says of each node: by path, the classes and the rest of its element.
pub(crate) fn drawn(svg: &str) -> BTreeMap<Vec<u16>, (Vec<&str>, &str)> {
    let nodes = svg.split("<g class=\"node ").skip(1).map(|node| {
        let (classes, rest) = node.split_once("\" data-path=\"").unwrap();
        let (path, rest) = rest.split_once('"').unwrap();
        (data::path(path), (classes.split(' ').collect(), rest.split_once("</g>").unwrap().0))
    });
    nodes.collect()
}

pub(crate) fn with_class(svg: &str, class: &str) -> Paths {
    let nodes = drawn(svg).into_iter();
    nodes.filter(|(_, (classes, _))| classes.contains(&class)).map(|(path, _)| path).collect()
}

/// The rectangle around the shape of a node: left, top, right, bottom.
pub(crate) fn shape(node: &str) -> [i64; 4] {
    let attribute = |text: &str, name: &str| {
        let (value, _) = text.split_once(&format!(" {name}=\"")).unwrap().1.split_once('"').unwrap();
        value.to_owned()
    };
    let tenths = |number: &str| (number.parse::<f64>().unwrap() * 10.0).round() as i64;
    if let Some((_, path)) = node.rsplit_once("<path") {
        let path = attribute(path, "d");
        let numbers: Vec<_> = path
            .split(|letter: char| letter.is_alphabetic() || letter == ' ')
            .filter(|part| !part.is_empty())
            .map(tenths)
            .collect();
        let (x, y) = (numbers.iter().step_by(2), numbers.iter().skip(1).step_by(2));
        return [*x.clone().min().unwrap(), *y.clone().min().unwrap(), *x.max().unwrap(), *y.max().unwrap()];
    }
    let rect = node.rsplit_once("<rect").unwrap().1;
    let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| tenths(&attribute(rect, name)));
    [x, y, x + width, y + height]
}

/// Tags are balanced, attributes quoted and unique, and text is escaped.
pub(crate) fn assert_well_formed(xml: &str) {
    let mut open = Vec::new();
    for part in xml.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap();
        assert!(!text.contains('>') && !tag.contains('<'), "{part}");
        let escapes = ["&amp;", "&lt;", "&gt;", "&quot;"];
        let ampersands = text.matches('&').count();
        assert_eq!(ampersands, escapes.map(|escape| text.matches(escape).count()).iter().sum::<usize>());
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{part}");
            continue;
        }
        let quoted: Vec<_> = tag.trim_end_matches('/').split('"').collect();
        assert_eq!(quoted.len() % 2, 1, "{tag}");
        let mut names: Vec<_> = quoted.iter().step_by(2).filter_map(|name| name.strip_suffix('=')).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0].trim() != pair[1].trim()), "{tag}");
        if !tag.ends_with('/') {
            open.push(tag.split([' ', '\n']).next().unwrap());
        }
    }
    assert!(open.is_empty(), "{open:?}");
}
