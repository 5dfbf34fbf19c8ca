//! Computes the decompressed size of data in the older PDF filters without decompressing it.

/// The LZW codes that clear the table and end the data; other codes follow them.
const CLEAR: usize = 256;
const END: usize = 257;

/// The maximum length of a code in bits.
const WIDEST: u32 = 12;

/// Returns the decompressed size of run-length data (`RunLengthDecode`) in bytes.
pub(super) fn of_runs(data: &[u8]) -> u64 {
    let (mut bytes, mut at) = (0, 0);
    while let Some(length) = data.get(at).filter(|length| **length != 128) {
        if *length < 128 {
            bytes += u64::from(*length) + 1;
            at += usize::from(*length) + 2;
        } else {
            bytes += 257 - u64::from(*length);
            at += 2;
        }
    }
    bytes
}

/// Returns the decompressed size of LZW data in bytes: each code stands for a known length, or for
/// the previous length plus one.
pub(super) fn of_lzw(data: &[u8]) -> u64 {
    let mut bits = Bits { data, at: 0 };
    let mut lengths: Vec<u64> = Vec::new();
    let (mut width, mut before, mut bytes) = (9, None, 0_u64);
    while let Some(code) = bits.next(width) {
        match code {
            END => break,
            CLEAR => {
                lengths.clear();
                before = None;
            }
            _ => {
                let known = match code {
                    0..CLEAR => Some(1),
                    _ => lengths.get(code - END - 1).copied(),
                };
                let further = before.map(|before| before + 1);
                let length = known.or(further).unwrap_or(1);
                bytes = bytes.saturating_add(length);
                lengths.extend(further.filter(|_| lengths.len() + END + 1 < 1 << WIDEST));
                before = Some(length);
            }
        }
        // The width grows one code earlier than necessary.
        let codes = lengths.len() + END + 2;
        width = codes.next_power_of_two().ilog2().clamp(9, WIDEST);
        if codes.is_power_of_two() {
            width = (width + 1).min(WIDEST);
        }
    }
    bytes
}

/// Reads codes of a given number of bits, the highest bit first.
struct Bits<'d> {
    data: &'d [u8],
    at: usize,
}

impl Bits<'_> {
    fn next(&mut self, width: u32) -> Option<usize> {
        let mut code = 0;
        for _ in 0..width {
            let byte = *self.data.get(self.at / 8)?;
            code = code << 1 | usize::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_counted() {
        assert_eq!(
            of_runs(&[2, b'a', b'b', b'c', 129, b' ', 255, b'x', 128, 9]),
            3 + 128 + 2
        );
        assert_eq!(of_runs(&[200]), 57);
        assert_eq!(of_runs(&[]), 0);
    }

    /// Writes codes of nine bits.
    fn nine(codes: &[u16]) -> Vec<u8> {
        let bits = codes
            .iter()
            .flat_map(|code| (0..9).rev().map(move |bit| code >> bit & 1));
        let bits: Vec<u16> = bits.collect();
        let bytes = bits.chunks(8).map(|chunk| {
            let byte = chunk.iter().fold(0, |byte, bit| byte << 1 | bit);
            u8::try_from(byte << (8 - chunk.len())).unwrap()
        });
        bytes.collect()
    }

    #[test]
    fn codes_of_lzw_are_counted() {
        // The codes are the example of the PDF reference: 45 45 45 45 45 65 45 45 45 66.
        let data = nine(&[256, 45, 258, 258, 65, 259, 66, 257]);
        assert_eq!(of_lzw(&data), 10);
        // Each code stands for one byte more than the previous one.
        let codes: Vec<u16> = [256, 97].into_iter().chain(258..400).collect();
        let longest: u64 = (1..=143).sum();
        assert_eq!(of_lzw(&nine(&codes)), longest);
        assert_eq!(of_lzw(&[0xff; 3]), 1 + 2);
    }
}
