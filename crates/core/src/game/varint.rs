//! Numbers in few bytes, small ones in one.

/// Zigzag encoding: a signed number as an unsigned one, small if it is small.
pub(crate) const fn folded(number: i16) -> u32 {
    ((number as i32) << 1 ^ (number as i32) >> 31) as u32
}

/// The inverse of [`folded`].
pub(crate) const fn unfolded(number: u32) -> i16 {
    ((number >> 1) as i32 ^ -((number & 1) as i32)) as i16
}

/// LEB128: seven bits a byte, the lowest first; each byte except the last has its top bit set.
pub(crate) fn put(file: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        file.push(number as u8 | 0x80);
        number >>= 7;
    }
    file.push(number as u8);
}

/// The inverse of [`put`].
pub(crate) fn take(file: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let (&byte, rest) = file.split_first()?;
        *file = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zigzag_encoding_round_trips() {
        for number in i16::MIN..=i16::MAX {
            assert_eq!(unfolded(folded(number)), number);
        }
        assert_eq!([0, -1, 1, -2].map(folded), [0, 1, 2, 3]);
    }
}
