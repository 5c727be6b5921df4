//! Numbers as people read them.

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
    fn numbers_are_short() {
        assert_eq!(number(-1e-9), "0");
        assert_eq!(number(3.0), "3");
        assert_eq!(number(-2.123_45), "-2.1235");
    }
}
