//! Sizes of memory as text.

/// A number of bytes in a unit that people can read, as in `64 MB`. Units are powers of 1024, as in specs of players.
pub fn bytes_text(bytes: f64) -> String {
    const UNITS: [&str; 4] = ["B", "KB", "MB", "GB"];
    let (mut value, mut unit) = (bytes, 0);
    while value >= 1000.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    let decimals = usize::from(unit > 0 && value < 10.0 && value.fract() != 0.0);
    format!("{value:.decimals$} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::bytes_text;

    #[test]
    fn sizes_have_readable_units() {
        let sizes = [0.0, 999.0, 1000.0, 1024.0, 1536.0, 65_536.0, 67_108_864.0, 1.2e9, 3e12];
        let expected = ["0 B", "999 B", "1.0 KB", "1 KB", "1.5 KB", "64 KB", "64 MB", "1.1 GB", "2794 GB"];
        assert_eq!(sizes.map(bytes_text), expected);
    }
}
