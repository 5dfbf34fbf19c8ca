//! Limits the decompressed size of a file and the drawing of its pages.
//!
//! The interpreter decompresses whole streams and draws every form, however often others use it. So
//! the streams are measured before, and drawing stops, by unwinding, when a page has drawn more
//! than a page of text does, or the time is over.

use std::io::{self, Read};
use std::panic::resume_unwind;
use std::time::Instant;

use flate2::read::ZlibDecoder;
use memchr::memmem::{find, rfind};

use super::super::{DocumentError, DocumentLimits, PageFault};
use super::expansion;

/// The maximum number of letters and lines that a page may draw.
const MOST_OF_PAGE: u64 = 2_000_000;

/// The maximum number of letters and lines that all pages may draw.
const MOST_OF_FILE: u64 = 40_000_000;

/// The number of letters for which a form or clip counts, because it is read again each time it is
/// drawn.
const FORM: u64 = 20;

/// The maximum number of times that a stream may be compressed to be measured.
const DEEPEST: usize = 4;

/// The number of bytes before a stream that are searched for its entries.
const ENTRIES: usize = 4_096;

/// The number of letters and lines that a file may still draw.
#[derive(Debug)]
pub(super) struct Drawable {
    of_page: u64,
    of_file: u64,
    end: Instant,
}

impl Drawable {
    /// Starts counting for a file.
    pub(super) fn new(bounds: &DocumentLimits) -> Self {
        Self {
            of_page: 0,
            of_file: MOST_OF_FILE,
            end: Instant::now() + bounds.clock_time(),
        }
    }

    /// Whether the time is over.
    pub(super) fn is_late(&self) -> bool {
        Instant::now() > self.end
    }

    /// Begins a page.
    pub(super) fn begin_page(&mut self) {
        self.of_page = MOST_OF_PAGE.min(self.of_file);
        self.of_file -= self.of_page;
    }

    /// Ends a page; its unused amount remains for other pages.
    pub(super) fn end_page(&mut self) {
        self.of_file += std::mem::take(&mut self.of_page);
    }

    /// Counts a form or clip.
    pub(super) fn form(&mut self) {
        self.draw(FORM);
        if self.is_late() {
            resume_unwind(Box::new(PageFault::TooMuch));
        }
    }

    /// Counts drawing, and abandons the page if there is too much.
    pub(super) fn draw(&mut self, amount: u64) {
        let left = self.of_page.checked_sub(amount);
        self.of_page = left.unwrap_or_default();
        if left.is_none() {
            resume_unwind(Box::new(PageFault::TooMuch));
        }
    }
}

/// Refuses a file whose streams decompress to more than `most` bytes. Pictures are never
/// decompressed.
pub(super) fn check_streams(file: &[u8], most: u64) -> Result<(), DocumentError> {
    let mut left = most;
    let mut at = 0;
    while let Some(found) = find(&file[at..], b"stream") {
        let entries = &file[(at + found).saturating_sub(ENTRIES)..at + found];
        at += found + b"stream".len();
        let entries = &entries[rfind(entries, b"obj").unwrap_or_default()..];
        if !entries.ends_with(b"end") && find(entries, b"/Image").is_none() {
            let start = file[at..]
                .iter()
                .take_while(|byte| matches!(byte, b'\r' | b'\n'));
            let data = &file[at + start.count()..];
            let bytes = match first_filter(entries) {
                Some(Filter::Runs) => expansion::of_runs(up_to_end(data)),
                Some(Filter::Lzw) => expansion::of_lzw(up_to_end(data)),
                None => unpacked(Box::new(data), left, 0),
            };
            left = left.checked_sub(bytes).ok_or(DocumentError::TooMuch)?;
        }
    }
    Ok(())
}

/// Filters that are older than Flate.
enum Filter {
    Runs,
    Lzw,
}

/// Returns the filter of a stream, if it is an older one.
fn first_filter(entries: &[u8]) -> Option<Filter> {
    let at = find(entries, b"/Filter")? + b"/Filter".len();
    let name = entries[at..].trim_ascii_start();
    let name = name.strip_prefix(b"[").unwrap_or(name).trim_ascii_start();
    match name {
        [b'/', b'R', b'L' | b'u', ..] => Some(Filter::Runs),
        [b'/', b'L', b'Z', b'W', ..] => Some(Filter::Lzw),
        _ => None,
    }
}

fn up_to_end(data: &[u8]) -> &[u8] {
    &data[..find(data, b"endstream").unwrap_or(data.len())]
}

/// Returns the decompressed size of data in bytes, counted up to one more than `most`; none for
/// data that is not compressed.
fn unpacked(mut data: Box<dyn Read + '_>, most: u64, depth: usize) -> u64 {
    let mut head = [0; 2];
    let is_packed = data.read_exact(&mut head).is_ok()
        && head[0] & 0x0f == 8
        && u16::from_be_bytes(head).is_multiple_of(31);
    if depth > DEEPEST || !is_packed {
        return 0;
    }
    let whole = || ZlibDecoder::new(io::Cursor::new(head).chain(data)).take(most + 1);
    let mut counting = Counting {
        inner: whole(),
        count: 0,
    };
    // Data that is compressed twice counts twice, because it is decompressed twice.
    let inner = unpacked(Box::new(&mut counting), most, depth + 1);
    // Damaged data counts up to the damage.
    let _ = io::copy(&mut counting, &mut io::sink());
    counting.count.saturating_add(inner)
}

/// Counts the bytes that are read.
struct Counting<R> {
    inner: R,
    count: u64,
}

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count += read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut packing = ZlibEncoder::new(Vec::new(), Compression::default());
        packing.write_all(bytes).unwrap();
        packing.finish().unwrap()
    }

    fn file(entries: &str, data: &[u8]) -> Vec<u8> {
        let start = format!("%PDF-1.7\n1 0 obj\n<<{entries}>>\nstream\r\n");
        [start.as_bytes(), data, b"\nendstream\nendobj\n"].concat()
    }

    #[test]
    fn streams_are_measured_however_often_they_are_packed() {
        let once = packed(&vec![b' '; 100_000]);
        let twice = packed(&once);
        for data in [&once, &twice] {
            let file = file("/Filter/FlateDecode", data);
            assert_eq!(check_streams(&file, 200_000), Ok(()));
            assert_eq!(check_streams(&file, 90_000), Err(DocumentError::TooMuch));
        }
    }

    #[test]
    fn streams_of_older_filters_are_measured() {
        let runs = [[129, b' '].repeat(1_000), vec![128]].concat();
        for name in ["/RunLengthDecode", "[ /RL /FlateDecode]"] {
            let file = file(&format!("/Filter {name}"), &runs);
            assert_eq!(check_streams(&file, 128_000), Ok(()));
            assert_eq!(check_streams(&file, 127_000), Err(DocumentError::TooMuch));
        }
        let lzw = file("/Filter/LZWDecode", &[0x80, 0x0b, 0x60, 0x50]);
        assert_eq!(check_streams(&lzw, 1), Err(DocumentError::TooMuch));
    }

    #[test]
    fn all_streams_of_a_file_count_but_not_its_pictures() {
        let data = packed(&vec![b' '; 60_000]);
        let two = [file("", &data), file("", &data)].concat();
        assert_eq!(check_streams(&two, 100_000), Err(DocumentError::TooMuch));
        let picture = [file("", &data), file("/Subtype/Image", &data)].concat();
        assert_eq!(check_streams(&picture, 100_000), Ok(()));
    }
}
