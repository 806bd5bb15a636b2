//! The options of searches, by the names of their fields.

use bestmove_trees::{MINUS_INFINITY, Order, PLUS_INFINITY, Search, Setting, Settings, Ties};

/// An option of some searches.
struct TreeSearchOption {
    field: &'static str,
    setting: Setting,
    /// Whether it is not as it is by default.
    is_given: fn(&Settings) -> bool,
}

const OPTIONS: [TreeSearchOption; 11] = [
    option("alpha", Setting::Window, |given| given.window.alpha != MINUS_INFINITY),
    option("beta", Setting::Window, |given| given.window.beta != PLUS_INFINITY),
    option("ties", Setting::Ties, |given| given.ties != Ties::default()),
    option("guess", Setting::Guess, |given| given.guess.is_some()),
    option("margin", Setting::Margin, |given| given.margin != Settings::default().margin),
    option("choices", Setting::Choice, |given| {
        given.choice.max_children != Settings::default().choice.max_children
    }),
    option("min_choices", Setting::Choice, |given| given.choice.min_children != given.choice.max_children),
    option("bonus", Setting::Choice, |given| given.choice.bonus != Settings::default().choice.bonus),
    option("killers", Setting::Killers, |given| given.killers != Settings::default().killers),
    option("full_depth_moves", Setting::Reductions, |given| {
        given.reductions.full_depth_moves != Settings::default().reductions.full_depth_moves
    }),
    option("reduction", Setting::Reductions, |given| {
        given.reductions.plies != Settings::default().reductions.plies
    }),
];

const fn option(field: &'static str, setting: Setting, is_given: fn(&Settings) -> bool) -> TreeSearchOption {
    TreeSearchOption { field, setting, is_given }
}

/// The options that a search takes.
pub fn options_of(search: Search) -> impl Iterator<Item = &'static str> {
    OPTIONS.iter().filter(move |option| search.takes(option.setting)).map(|option| option.field)
}

/// The options that have been given, and that a search does not take, or no search without a certain order.
pub fn ignored_options(search: Search, given: &Settings) -> impl Iterator<Item = &'static str> {
    let is_ignored =
        move |option: &&TreeSearchOption| (option.is_given)(given) && !search.takes(option.setting);
    let default = Settings::default();
    let seed = (given.seed != default.seed && given.order != Order::Random).then_some("seed");
    let is_unordered = given.order_depth != default.order_depth && given.order == Order::AsGiven;
    let options = OPTIONS.iter().filter(is_ignored).map(|option| option.field);
    options.chain(seed).chain(is_unordered.then_some("order_depth"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bestmove_trees::{CATALOGUE, Choice, Reductions, Window};

    #[test]
    fn each_option_is_taken_or_ignored() {
        let given = Settings {
            window: Window { alpha: 1, beta: 2 },
            ties: Ties::Search,
            guess: Some(3),
            margin: 4,
            choice: Choice { max_children: 5, min_children: 7, bonus: 6 },
            killers: 2,
            reductions: Reductions { full_depth_moves: 8, plies: 9 },
            ..Settings::default()
        };
        for entry in &CATALOGUE {
            let mut fields: Vec<_> = options_of(entry.search).collect();
            fields.extend(ignored_options(entry.search, &given));
            fields.sort_unstable();
            let all = [
                "alpha",
                "beta",
                "bonus",
                "choices",
                "full_depth_moves",
                "guess",
                "killers",
                "margin",
                "min_choices",
                "reduction",
                "ties",
            ];
            assert_eq!(fields, all);
            assert_eq!(ignored_options(entry.search, &Settings::default()).count(), 0);
        }
        let ignored: Vec<_> = ignored_options(Search::Pvs, &given).collect();
        let others = ["ties", "guess", "margin", "choices", "min_choices", "bonus", "killers"];
        assert_eq!(ignored, [&others[..], &["full_depth_moves", "reduction"]].concat());
    }
}
