//! Fast code on any x86-64 processor from one plain build.
//!
//! A plain build may only use the instructions of 2003, without a population count, a bit deposit or 256-bit vectors,
//! and that would halve the speed of bitboard games. Building for a newer processor would make a program that dies on
//! older ones. So the hot loops are compiled twice: [`boost`] runs a [`Task`] in a copy that may use the newer
//! instructions if this processor has them. Whatever is inlined into the task is compiled with them too; therefore the
//! small functions of a game carry `#[inline]`.
//!
//! A function that calls itself is not inlined. It hands its [`Build`] down, and so stays in the copy in which it
//! began.

use std::sync::atomic::{AtomicU8, Ordering};

/// What the processor offers beyond the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Level {
    /// Nothing that is used here.
    Baseline = 1,
    /// AVX2, BMI1, BMI2, LZCNT and POPCNT, but a bit deposit that is slower than a loop (AMD before Zen 3).
    Vector = 2,
    /// The same with a fast bit deposit (Intel since Haswell, AMD since Zen 3).
    Deposit = 3,
}

/// 0 until [`boost`] or [`level`] has asked the processor.
static KNOWN: AtomicU8 = AtomicU8::new(0);

/// The level of this processor; detected once.
pub fn level() -> Level {
    match KNOWN.load(Ordering::Relaxed) {
        3 => Level::Deposit,
        2 => Level::Vector,
        1 => Level::Baseline,
        _ => {
            let level = detect();
            KNOWN.store(level as u8, Ordering::Relaxed);
            level
        }
    }
}

/// Whether the processor is known to have this level: one comparison, for the innermost functions. Says no before the
/// first [`boost`], which costs speed but is never wrong.
#[inline(always)]
pub fn has(level: Level) -> bool {
    KNOWN.load(Ordering::Relaxed) >= level as u8
}

/// The copy for newer processors, if [`has`] says so: for innermost functions that do not know in which copy they are.
#[inline(always)]
pub fn known() -> Option<Boosted> {
    has(Level::Vector).then_some(Boosted(()))
}

/// Work that is worth compiling for newer processors. `run` should carry `#[inline(always)]`.
pub trait Task {
    /// What the work gives.
    type Output;
    /// Does the work.
    fn run(self) -> Self::Output;
}

/// Work that calls itself, by [`Build::call`]. The arguments that change are apart from `self`, and `self` is best no
/// more than two words: then all of them travel in registers. `call` should carry `#[inline(always)]`.
pub trait Recursion<A, B, C = (), D = ()> {
    /// What the work gives.
    type Output;
    /// Does the work.
    fn call(self, a: A, b: B, c: C, d: D) -> Self::Output;
}

/// One of the copies in which work is compiled.
pub trait Build: Copy + Send + Sync {
    /// Whether this is the copy for newer processors: innermost functions that have it from their caller need not ask
    /// [`has`].
    const IS_BOOSTED: bool;
    /// Runs a task in this copy.
    fn run<T: Task>(self, task: T) -> T::Output;
    /// Does recursive work in this copy.
    fn call<R: Recursion<A, B, C, D>, A, B, C, D>(self, work: R, a: A, b: B, c: C, d: D) -> R::Output;
}

/// The copy for any processor.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

/// The copy for newer processors; who has one, runs on such a processor.
#[derive(Clone, Copy, Debug)]
pub struct Boosted(());

impl Boosted {
    /// The faster copy, if this processor can run it. Where there is only one copy, this is the one.
    #[inline]
    pub fn available() -> Option<Boosted> {
        (cfg!(not(target_arch = "x86_64")) || level() >= Level::Vector).then_some(Boosted(()))
    }
}

impl Build for Plain {
    const IS_BOOSTED: bool = false;

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run()
    }

    #[inline]
    fn call<R: Recursion<A, B, C, D>, A, B, C, D>(self, work: R, a: A, b: B, c: C, d: D) -> R::Output {
        work.call(a, b, c, d)
    }
}

#[cfg(target_arch = "x86_64")]
impl Build for Boosted {
    const IS_BOOSTED: bool = true;

    #[inline(always)]
    #[expect(unsafe_code, reason = "calling a function compiled for detected features")]
    fn run<T: Task>(self, task: T) -> T::Output {
        // SAFETY: `level` has seen every feature that `run_boosted` is compiled for, or there would be no `Boosted`.
        unsafe { run_boosted(task) }
    }

    #[inline(always)]
    #[expect(unsafe_code, reason = "calling a function compiled for detected features")]
    fn call<R: Recursion<A, B, C, D>, A, B, C, D>(self, work: R, a: A, b: B, c: C, d: D) -> R::Output {
        // SAFETY: as in `run`.
        unsafe { call_boosted(work, a, b, c, d) }
    }
}

/// Other processors need only one copy.
#[cfg(not(target_arch = "x86_64"))]
impl Build for Boosted {
    const IS_BOOSTED: bool = false;

    fn run<T: Task>(self, task: T) -> T::Output {
        task.run()
    }

    fn call<R: Recursion<A, B, C, D>, A, B, C, D>(self, work: R, a: A, b: B, c: C, d: D) -> R::Output {
        work.call(a, b, c, d)
    }
}

/// Runs a task with the fastest instructions that this processor has.
#[inline]
pub fn boost<T: Task>(task: T) -> T::Output {
    match Boosted::available() {
        Some(boosted) => boosted.run(task),
        None => Plain.run(task),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_boosted<T: Task>(task: T) -> T::Output {
    task.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn call_boosted<R: Recursion<A, B, C, D>, A, B, C, D>(work: R, a: A, b: B, c: C, d: D) -> R::Output {
    work.call(a, b, c, d)
}

#[cold]
fn detect() -> Level {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
    {
        return if slow_deposit() { Level::Vector } else { Level::Deposit };
    }
    Level::Baseline
}

/// Whether this is an AMD processor of family 17h (Zen to Zen 2), which runs PDEP in microcode.
#[cfg(target_arch = "x86_64")]
fn slow_deposit() -> bool {
    use std::arch::x86_64::__cpuid;
    let vendor = __cpuid(0);
    let amd = [vendor.ebx, vendor.edx, vendor.ecx] == [0x6874_7541, 0x6974_6E65, 0x444D_4163];
    let signature = __cpuid(1).eax;
    let family = ((signature >> 8) & 0xF) + ((signature >> 20) & 0xFF);
    amd && family <= 0x17
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Count(u64);

    impl Task for Count {
        type Output = u32;
        #[inline(always)]
        fn run(self) -> u32 {
            self.0.count_ones()
        }
    }

    #[test]
    fn a_boosted_task_gives_what_the_plain_one_gives() {
        for value in [0, 1, 0xFF00_FF00, u64::MAX] {
            assert_eq!(boost(Count(value)), Count(value).run());
        }
    }

    /// The sum of the numbers up to one, doubled `times` times.
    struct Sum<B>(B);

    impl<B: Build> Recursion<u64, u64, (), ()> for Sum<B> {
        type Output = u64;
        #[inline(always)]
        fn call(self, up_to: u64, times: u64, (): (), (): ()) -> u64 {
            if up_to == 0 { 0 } else { (up_to << times) + self.0.call(Sum(self.0), up_to - 1, times, (), ()) }
        }
    }

    #[test]
    fn recursion_gives_the_same_in_both_copies() {
        assert_eq!(Plain.call(Sum(Plain), 100, 3, (), ()), 40_400);
        if let Some(boosted) = Boosted::available() {
            assert_eq!(boosted.call(Sum(boosted), 100, 3, (), ()), 40_400);
        }
    }

    #[test]
    fn the_detected_level_is_kept() {
        // The first call may detect it; the second finds it kept.
        assert_eq!([level(), level()], [detect(); 2]);
        assert_eq!(KNOWN.load(Ordering::Relaxed), detect() as u8);
    }
}
