//! Dates and times for files and reports, in UTC.

/// Year, month, day, hour and minute of a time in milliseconds since 1970 (Howard Hinnant, "chrono-Compatible Low-Level
/// Date Algorithms").
pub fn civil(ms: i64) -> (i64, u32, u32, u32, u32) {
    let minutes = ms.div_euclid(60_000);
    let (days, minute) = (minutes.div_euclid(1440), minutes.rem_euclid(1440) as u32);
    // Years start in March here, so that the leap day comes last; eras are 400 years long.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = (day_of_year - (153 * month_from_march + 2) / 5 + 1) as u32;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 } as u32;
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day, minute / 60, minute % 60)
}

#[cfg(test)]
mod tests {
    use super::civil;

    /// Times as `date -u -d @SECONDS` of GNU coreutils prints them.
    #[test]
    fn known_times() {
        for (seconds, expected) in [
            (0, (1970, 1, 1, 0, 0)),
            (-1, (1969, 12, 31, 23, 59)),
            (951_782_400, (2000, 2, 29, 0, 0)),
            (951_868_800, (2000, 3, 1, 0, 0)),
            (1_234_567_890, (2009, 2, 13, 23, 31)),
            (4_107_542_400, (2100, 3, 1, 0, 0)),
        ] {
            assert_eq!(civil(seconds * 1000), expected, "{seconds}");
        }
    }
}
