//! Memory for large tables: zeroed, in cache lines, on large pages where the system has them.
//!
//! A table is read at random. On pages of 4 KB nearly every read misses the translation buffer; pages of 2 MB are few
//! enough to stay in it. Pages are allocated only when something is written to them, so a table that is hardly used
//! costs little.

use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;

/// Eight words that the processor fetches at once.
pub(crate) type Line = [AtomicU64; 8];

/// Cache lines that several threads may read and write.
pub(crate) struct Lines {
    map: MmapMut,
}

impl Lines {
    /// As many lines as fit into this many bytes, rounded down to a power of two, but at least one; fewer if the system
    /// does not have enough memory.
    pub(crate) fn within(bytes: usize) -> Self {
        let fitting = (bytes / size_of::<Line>()).max(1);
        let mut n_lines = 1 << fitting.ilog2();
        loop {
            match MmapMut::map_anon(n_lines * size_of::<Line>()) {
                Ok(map) => return Lines::on_large_pages(map),
                Err(error) => assert!(n_lines > 1, "no memory even for one cache line: {error}"),
            }
            n_lines /= 2;
        }
    }

    fn on_large_pages(map: MmapMut) -> Self {
        // A hint: a system without large pages refuses it, and small ones work too.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Lines { map }
    }

    /// All of them.
    #[inline(always)]
    #[expect(unsafe_code, reason = "bytes of a mapping seen as atomic words")]
    pub(crate) fn all(&self) -> &[Line] {
        // SAFETY: a mapping begins on a page, so the lines are aligned; it is this long, lives as long as `self`, and
        // nothing else refers to it. Every bit pattern is a word, and the words change only as atomics.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.map.len() / size_of::<Line>()) }
    }

    /// The line for a key: its lowest bits choose it.
    #[inline(always)]
    pub(crate) fn of(&self, key: u64) -> &Line {
        let lines = self.all();
        &lines[key as usize & (lines.len() - 1)]
    }

    /// Asks the processor to fetch the line for a key, which will be read soon.
    #[inline(always)]
    pub(crate) fn fetch(&self, key: u64) {
        let line = self.of(key);
        #[cfg(target_arch = "x86_64")]
        #[expect(unsafe_code, reason = "a hint to the processor")]
        // SAFETY: it changes nothing but the cache, and the line is there.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(line).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = line;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn lines_are_zero_aligned_and_as_many_as_fit() {
        for (bytes, n_lines) in [(0, 1), (64, 1), (127, 1), (128, 2), (1000, 8), (3 << 20, 1 << 15)] {
            let lines = Lines::within(bytes);
            assert_eq!(lines.all().len(), n_lines, "{bytes}");
            assert!(lines.all().as_ptr().addr().is_multiple_of(64));
            assert!(lines.all().as_flattened().iter().all(|word| word.load(Ordering::Relaxed) == 0));
        }
    }

    #[test]
    fn what_is_written_for_a_key_is_read_for_it() {
        let lines = Lines::within(1 << 20);
        for key in 0..1_u64 << 14 {
            lines.fetch(key);
            lines.of(key)[7].store(key, Ordering::Relaxed);
        }
        assert!((0..1_u64 << 14).all(|key| lines.of(key)[7].load(Ordering::Relaxed) == key));
    }

    #[test]
    fn a_wish_that_no_machine_grants_gives_less() {
        let lines = Lines::within(1 << 60);
        assert!(lines.all().len().is_power_of_two());
        assert!(lines.all().len() < 1 << 54);
    }
}
