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
    /// The same with AVX-512 F, CD and VL (Intel servers since Skylake, AMD since Zen 4). Only some innermost functions
    /// are compiled for it, and the loops that [`boost_told`] runs.
    Wide = 4,
}

/// 0 until [`boost`] or [`level`] has asked the processor.
static KNOWN: AtomicU8 = AtomicU8::new(0);

/// The level of this processor; detected once.
pub fn level() -> Level {
    match KNOWN.load(Ordering::Relaxed) {
        4 => Level::Wide,
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

/// What is known of the processor, for the innermost functions: nothing before the first [`boost`], which costs speed
/// but is never wrong.
#[inline(always)]
pub fn seen() -> Seen {
    Seen(KNOWN.load(Ordering::Relaxed))
}

/// See [`seen`]. Only made where a processor has the level, so who has one may use its instructions.
#[derive(Clone, Copy, Debug)]
pub struct Seen(u8);

impl Seen {
    /// Whether the processor is known to have this level: one comparison.
    #[inline(always)]
    pub fn has(self, level: Level) -> bool {
        self.0 >= level as u8
    }
}

/// Whether the processor is known to have this level; see [`seen`].
#[inline(always)]
pub fn has(level: Level) -> bool {
    seen().has(level)
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
    /// What every processor that runs this copy has. Innermost functions that are told need not ask [`seen`].
    fn seen(self) -> Seen;
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
    #[inline(always)]
    fn seen(self) -> Seen {
        Seen(0)
    }

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
    #[inline(always)]
    fn seen(self) -> Seen {
        Seen(Level::Vector as u8)
    }

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
    fn seen(self) -> Seen {
        Seen(0)
    }

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

/// Work that is told what the copy in which it runs is compiled for, and hands that down to the innermost functions:
/// otherwise each of these would ask at every call. `run` should carry `#[inline(always)]`.
pub trait ToldTask {
    /// What the work gives.
    type Output;
    /// Does the work.
    fn run(self, seen: Seen) -> Self::Output;
}

/// The same as [`boost`] with a third copy, for processors of [`Level::Wide`], if the work gains by it: one that
/// consists of the innermost functions compiled for them, and would otherwise have to call these.
#[inline]
pub fn boost_told<T: ToldTask>(task: T, gains_by_wide: bool) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if gains_by_wide && level() == Level::Wide {
        // SAFETY: `level` has seen every feature that `run_wide` is compiled for.
        #[expect(unsafe_code, reason = "calling a function compiled for detected features")]
        return unsafe { run_wide(task) };
    }
    match Boosted::available() {
        Some(boosted) => boosted.run(Told(task, boosted)),
        None => task.run(Plain.seen()),
    }
}

/// A task that is told of the copy in which it runs.
struct Told<T>(T, Boosted);

impl<T: ToldTask> Task for Told<T> {
    type Output = T::Output;

    #[inline(always)]
    fn run(self) -> T::Output {
        self.0.run(self.1.seen())
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512cd,avx512vl")]
fn run_wide<T: ToldTask>(task: T) -> T::Output {
    task.run(Seen(Level::Wide as u8))
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
        let wide = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512vl");
        return match (slow_deposit(), wide) {
            (true, _) => Level::Vector,
            (false, false) => Level::Deposit,
            (false, true) => Level::Wide,
        };
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

    /// What a task is told.
    struct Asks;

    impl ToldTask for Asks {
        type Output = Seen;
        #[inline(always)]
        fn run(self, seen: Seen) -> Seen {
            seen
        }
    }

    #[test]
    fn a_task_is_told_no_more_than_the_processor_has() {
        for gains_by_wide in [false, true] {
            let Seen(told) = boost_told(Asks, gains_by_wide);
            let is_wide = gains_by_wide && level() == Level::Wide;
            let known = Boosted::available().map_or(0, |boosted| boosted.seen().0);
            assert_eq!(told, if is_wide { Level::Wide as u8 } else { known });
            assert!(told <= level() as u8, "{told}");
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
