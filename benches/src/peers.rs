//! The crates that we compare with, in the order of their columns; empty without the feature `peers`.

use crate::rows::Run;
use crate::searches::Once;

#[cfg(feature = "peers")]
pub(crate) use with::{ONCE, RUNS, SameRng};

/// Workloads that each peer can do.
#[cfg(not(feature = "peers"))]
pub(crate) const RUNS: [&[(&str, Run)]; 2] = [&[]; 2];

/// Single searches of each peer, for their values and nodes.
#[cfg(not(feature = "peers"))]
pub(crate) const ONCE: [&[(&str, Once)]; 2] = [&[]; 2];

#[cfg(feature = "peers")]
mod with {
    use plyscope_core::Rng;
    use rand::RngCore;

    use super::{Once, Run};
    use crate::{board_game_peer, minimax_peer};

    pub(crate) const RUNS: [&[(&str, Run)]; 2] = [minimax_peer::RUNS, board_game_peer::RUNS];
    pub(crate) const ONCE: [&[(&str, Once)]; 2] = [minimax_peer::ONCE, board_game_peer::ONCE];

    /// Our generator as the peers want it, so that no peer is slowed down by a more careful one.
    pub(crate) struct SameRng(Rng);

    impl SameRng {
        pub(crate) fn new(seed: u64) -> Self {
            SameRng(Rng::new(seed))
        }
    }

    impl RngCore for SameRng {
        #[inline(always)]
        fn next_u32(&mut self) -> u32 {
            (self.0.next_u64() >> 32) as u32
        }

        #[inline(always)]
        fn next_u64(&mut self) -> u64 {
            self.0.next_u64()
        }

        fn fill_bytes(&mut self, bytes: &mut [u8]) {
            for chunk in bytes.chunks_mut(8) {
                chunk.copy_from_slice(&self.0.next_u64().to_le_bytes()[..chunk.len()]);
            }
        }

        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand::Error> {
            self.fill_bytes(bytes);
            Ok(())
        }
    }
}
