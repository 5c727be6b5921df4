//! Who meets whom, and how long that takes.

use std::time::Duration;

use plyscope_view::short_time;

use crate::pairs::Participant;
use crate::season::LeagueRequest;
use crate::swiss::Swiss;

/// Who meets whom. All of them meet the yardsticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Each entrant meets all others.
    RoundRobin,
    /// A few rounds in which entrants with about the same points meet.
    Swiss,
    /// Entrants meet the yardsticks only.
    Gauntlet,
}

/// If nobody says how much time there is: a night.
const NIGHT: Duration = Duration::from_secs(8 * 3600);

impl Schedule {
    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Schedule::RoundRobin => "round robin",
            Schedule::Swiss => "Swiss rounds",
            Schedule::Gauntlet => "gauntlet against the yardsticks",
        }
    }

    /// The fullest schedule that fits into the time at hand, unless one is asked for; and why, in words.
    pub(crate) fn choose(request: &LeagueRequest<'_>, participants: &[Participant]) -> (Schedule, String) {
        if let Some(schedule) = request.schedule {
            return (schedule, "as asked for".to_owned());
        }
        let time = request.within.unwrap_or(NIGHT);
        let at_hand = match request.within {
            Some(time) => format!("{} at hand", short_time(time)),
            None => format!("a night of {}", short_time(time)),
        };
        let needed = |schedule: Schedule| schedule.estimate(request, participants);
        let round_robin = needed(Schedule::RoundRobin);
        if round_robin <= time {
            return (Schedule::RoundRobin, format!("because all pairs fit into {at_hand}"));
        }
        let too_long =
            format!("because a round robin would take about {}, longer than {at_hand}", short_time(round_robin));
        let swiss = needed(Schedule::Swiss);
        if swiss <= time {
            return (Schedule::Swiss, too_long);
        }
        (Schedule::Gauntlet, format!("{too_long}, and Swiss rounds about {}", short_time(swiss)))
    }

    /// How many pairs meet.
    pub(crate) fn n_pairs(self, participants: &[Participant]) -> usize {
        let n_entrants = participants.iter().filter(|one| one.program.is_some()).count();
        let swiss = if self == Schedule::Swiss { Swiss::rounds(n_entrants) * (n_entrants / 2) } else { 0 };
        self.fixed_pairs(participants).len() + swiss
    }

    /// The pairs that meet whatever the results are.
    pub(crate) fn fixed_pairs(self, participants: &[Participant]) -> Vec<[&Participant; 2]> {
        let is_wanted = |pair: &[&Participant; 2]| self == Schedule::RoundRobin || pair[1].program.is_none();
        all_pairs(participants).filter(is_wanted).collect()
    }

    /// About how long all games take.
    pub(crate) fn estimate(self, request: &LeagueRequest<'_>, participants: &[Participant]) -> Duration {
        let plies = request.start.picture().cells.len() as f64;
        let cost = |pair: &[&Participant; 2]| (pair[0].ms_per_move + pair[1].ms_per_move) / 2.0 * plies;
        let fixed = self.fixed_pairs(participants);
        let others: Vec<f64> =
            all_pairs(participants).filter(|pair| pair[1].program.is_some()).map(|pair| cost(&pair)).collect();
        let n_others = self.n_pairs(participants) - fixed.len();
        let mean = others.iter().sum::<f64>() / others.len().max(1) as f64;
        let ms = fixed.iter().map(cost).sum::<f64>() + n_others as f64 * mean;
        Duration::from_secs_f64(ms / 1000.0 * f64::from(request.games) / request.jobs.max(1) as f64)
    }
}

/// Every two participants, in their order. Yardsticks come after entrants.
fn all_pairs(participants: &[Participant]) -> impl Iterator<Item = [&Participant; 2]> {
    let after = |(index, one)| participants[index + 1..].iter().map(move |other| [one, other]);
    participants.iter().enumerate().flat_map(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_registry::start;
    use std::path::{Path, PathBuf};

    fn participant(name: &str, ms_per_move: f64, is_entrant: bool) -> Participant {
        let spec = || toml::from_str("command = ['agent']").expect("a program");
        let program = is_entrant.then(|| (name.to_owned(), spec(), PathBuf::new()));
        Participant { name: name.to_owned(), player: String::new(), program, ms_per_move }
    }

    /// Thirty entrants that think 100 ms, and a yardstick that thinks 50 ms.
    #[test]
    fn the_fullest_schedule_that_fits_is_chosen() {
        let start = start("reversi").expect("a game");
        let mut participants: Vec<Participant> =
            (0..30).map(|number| participant(&number.to_string(), 100.0, true)).collect();
        participants.push(participant("yardstick", 50.0, false));
        let mut request = LeagueRequest {
            folder: Path::new("."),
            start: &*start,
            games: 4,
            time: Duration::from_secs(1),
            within: None,
            schedule: None,
            review: Duration::ZERO,
            may_build: false,
            jobs: 2,
        };
        // Two games of each pair on each core, of 64 plies: 6.4 s for two entrants, 4.8 s with the yardstick.
        let yardstick = 30.0 * 2.0 * 4.8;
        let seconds = [435.0 * 2.0 * 6.4 + yardstick, 7.0 * 15.0 * 2.0 * 6.4 + yardstick, yardstick];
        let all = [Schedule::RoundRobin, Schedule::Swiss, Schedule::Gauntlet];
        assert_eq!(all.map(|schedule| schedule.n_pairs(&participants)), [465, 135, 30]);
        for (schedule, seconds) in all.into_iter().zip(seconds) {
            let estimate = schedule.estimate(&request, &participants).as_secs_f64();
            assert!((estimate - seconds).abs() < 1e-6, "{}: {estimate} {seconds}", schedule.name());
            request.within = Some(Duration::from_secs_f64(seconds + 1.0));
            assert_eq!(Schedule::choose(&request, &participants).0, schedule);
        }
        request.within = Some(Duration::from_secs(1));
        let (schedule, reason) = Schedule::choose(&request, &participants);
        assert_eq!(schedule, Schedule::Gauntlet, "better than nothing");
        assert!(reason.contains("would take about 98 min, longer than 1.0 s at hand"), "{reason}");
        request.within = None;
        assert_eq!(Schedule::choose(&request, &participants).0, Schedule::RoundRobin, "a night is long");
        request.schedule = Some(Schedule::Swiss);
        assert_eq!(Schedule::choose(&request, &participants).0, Schedule::Swiss);
    }
}
