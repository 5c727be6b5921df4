//! Numbers and times as text.

use std::time::Duration;

/// An integer with a comma between groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with at most four decimals; integers have no decimal point.
pub fn number(value: f64) -> String {
    let rounded = (value * 1e4).round() / 1e4;
    // Without this, small negative values would read "-0".
    if rounded == 0.0 { "0".to_owned() } else { rounded.to_string() }
}

/// A time with three or so digits, in the unit that suits it: `412 µs`, `38.7 ms`, `1.25 s`, `312 s`.
pub fn time_text(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        _ if seconds < 1e-3 => format!("{:.0} µs", seconds * 1e6),
        _ if seconds < 0.1 => format!("{:.1} ms", seconds * 1e3),
        _ if seconds < 1.0 => format!("{:.0} ms", seconds * 1e3),
        _ if seconds < 100.0 => format!("{seconds:.2} s"),
        _ => format!("{seconds:.0} s"),
    }
}

/// A time with about two digits, for estimates.
pub fn short_time(time: Duration) -> String {
    match time.as_secs_f64() {
        s if s < 0.001 => "under 1 ms".to_owned(),
        s if s < 0.1 => format!("{:.0} ms", 1000.0 * s),
        s if s < 10.0 => format!("{s:.1} s"),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} h", s / 3600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn times_have_digits_in_every_unit() {
        let text = |micros| time_text(Duration::from_micros(micros));
        assert_eq!([text(0), text(412), text(38_712), text(387_120)], ["0 µs", "412 µs", "38.7 ms", "387 ms"]);
        assert_eq!([text(1_254_000), text(312_400_000)], ["1.25 s", "312 s"]);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(-1e-9), "0");
        assert_eq!(number(3.0), "3");
        assert_eq!(number(-2.123_45), "-2.1235");
    }
}
