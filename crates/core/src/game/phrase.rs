//! Texts for people: in English, and as a code with parameters, from which other languages word them.

use std::fmt::{self, Display, Formatter};

/// How phrases with a code read in English.
#[derive(Debug, PartialEq, Eq)]
pub struct Wording {
    /// The code as a name in Rust: `at_most`.
    pub name: &'static str,
    /// The English text, with the names of parameters in braces: `at most {most}`.
    pub english: &'static str,
    /// The names of the parameters.
    pub parameters: &'static [&'static str],
}

impl Wording {
    /// The code: `at-most`.
    #[must_use]
    pub fn code(&self) -> String {
        self.name.replace('_', "-")
    }
}

/// An English text without a code, for those who write programs.
const ENGLISH: Wording = Wording { name: "", english: "{text}", parameters: &["text"] };

/// A text for people, which displays itself in English. Made by the functions of [`phrases`](super::phrases) or,
/// from an English text, without a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    wording: &'static Wording,
    values: Box<[Parameter]>,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A number.
    Number(i64),
    /// A text that is the same in all languages, or a name of the interface.
    Text(String),
    /// Several of these.
    List(Vec<String>),
    /// Another phrase.
    Phrase(Phrase),
}

impl Phrase {
    /// A phrase with the values of the parameters, in their order.
    #[must_use]
    pub const fn new(wording: &'static Wording, values: Box<[Parameter]>) -> Self {
        Self { wording, values }
    }

    /// The code; `None` if the phrase or one within it is English alone.
    #[must_use]
    pub fn code(&self) -> Option<String> {
        let has_code = |value: &Parameter| match value {
            Parameter::Phrase(phrase) => phrase.code().is_some(),
            _ => true,
        };
        (self.wording != &ENGLISH && self.values.iter().all(has_code)).then(|| self.wording.code())
    }

    /// The parameters with their values.
    pub fn parameters(&self) -> impl Iterator<Item = (&'static str, &Parameter)> {
        self.wording.parameters.iter().copied().zip(&self.values)
    }
}

impl Display for Phrase {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let mut rest = self.wording.english;
        while let Some((before, (name, after))) =
            rest.split_once('{').and_then(|(before, after)| Some((before, after.split_once('}')?)))
        {
            out.write_str(before)?;
            self.parameters().filter(|(own, _)| *own == name).try_for_each(|(_, value)| value.fmt(out))?;
            rest = after;
        }
        out.write_str(rest)
    }
}

impl Display for Parameter {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(out),
            Self::Text(text) => out.write_str(text),
            Self::List(texts) => out.write_str(&texts.join(", ")),
            Self::Phrase(phrase) => phrase.fmt(out),
        }
    }
}

impl<T: Into<String>> From<T> for Phrase {
    fn from(text: T) -> Self {
        Self::new(&ENGLISH, Box::new([Parameter::Text(text.into())]))
    }
}

impl PartialEq<&str> for Phrase {
    fn eq(&self, english: &&str) -> bool {
        let own = self.to_string();
        own == *english
    }
}

impl From<&str> for Parameter {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Parameter {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Phrase> for Parameter {
    fn from(phrase: Phrase) -> Self {
        Self::Phrase(phrase)
    }
}

impl<T: Into<String>> FromIterator<T> for Parameter {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> Self {
        Self::List(texts.into_iter().map(Into::into).collect())
    }
}

macro_rules! from_numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Parameter {
            fn from(number: $number) -> Self {
                i64::try_from(number).map_or_else(|_| Self::Text(number.to_string()), Self::Number)
            }
        }
    )*};
}

from_numbers!(u8, u16, u32, u64, usize, i16, i32, i64);

/// Defines phrases: a function that makes each, named as its code with `_` for `-`, and `WORDINGS`, the table of all.
///
/// ```
/// bestmove_core::phrases! {
///     more_than(number): "more than {number}";
/// }
/// assert_eq!(more_than(3), "more than 3");
/// assert_eq!(more_than(3).code().as_deref(), Some("more-than"));
/// assert_eq!(WORDINGS.len(), 1);
/// ```
#[macro_export]
macro_rules! phrases {
    ($($name:ident$(($($parameter:ident),*))?: $english:literal;)*) => {
        $(
            #[doc = concat!("`` ", $english, " ``")]
            #[must_use]
            pub fn $name($($($parameter: impl Into<$crate::game::Parameter>),*)?) -> $crate::game::Phrase {
                const WORDING: $crate::game::Wording = $crate::game::Wording {
                    name: stringify!($name),
                    english: $english,
                    parameters: &[$($(stringify!($parameter)),*)?],
                };
                $crate::game::Phrase::new(&WORDING, Box::new([$($($parameter.into()),*)?]))
            }
        )*

        /// How all of these read in English.
        pub const WORDINGS: &[$crate::game::Wording] = &[$($crate::game::Wording {
            name: stringify!($name),
            english: $english,
            parameters: &[$($(stringify!($parameter)),*)?],
        }),*];
    };
}
