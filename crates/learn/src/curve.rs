//! Curves: what each generation of learning gained, and where tuning moved its numbers.

use plyscope_models::Generation;
use plyscope_plot::{Axis, Plot, Point};

use crate::tune::{Tuned, TunedNumber, Vary};

/// Elo over what learning began with, by games played, as SVG. A generation's gain is added to those before it; its bar
/// is the interval of its own gain.
pub fn learning_curve(game: &str, generations: &[Generation]) -> String {
    let (mut games, mut total) = (0.0, 0.0);
    let begin = Point { x: 0.0, y: 0.0, interval: (0.0, 0.0), label: String::new(), title: "the beginning".to_owned() };
    let mut points = vec![begin];
    for (number, generation) in generations.iter().enumerate() {
        games += generation.games as f64;
        let [elo, low, high] = generation.elo.unwrap_or_default();
        let interval = (total + low, total + high);
        total += elo;
        let label = format!("loss {:.3}", generation.loss);
        let title = format!("generation {}: Elo {elo:+.0} ({low:+.0} to {high:+.0}), {label}", number + 1);
        points.push(Point { x: games, y: total, interval, label, title });
    }
    let ends = points.iter().flat_map(|point| [point.y, point.interval.0, point.interval.1]);
    let plot = Plot {
        title: format!("Learning {game}"),
        x: Axis::of("games", points.iter().map(|point| point.x)),
        y: Axis::of("Elo", ends),
        mark: Some(0.0),
        series: vec![points],
        joined: true,
    };
    plot.standalone(&[])
}

/// The numbers of a session of tuning by games played, as SVG: where each is in its range.
pub fn tuning_curve(title: &str, tuned: &Tuned) -> String {
    // More than the eye can tell apart only make the file larger.
    const MOST_POINTS: usize = 60;
    let every = tuned.track.len().div_ceil(MOST_POINTS).max(1);
    let last = tuned.track.len().saturating_sub(1);
    let shown = |step: &usize| step.is_multiple_of(every) || *step == last;
    let steps: Vec<usize> = (0..tuned.track.len()).filter(shown).collect();
    let series = tuned.numbers.iter().enumerate().map(|(place, number)| {
        let point = |&step: &usize| {
            let (games, places) = &tuned.track[step];
            let (x, y) = (*games as f64, places[place]);
            let title = format!("{} after {games} games: {}", number.vary.name, number.vary.at(y));
            Point { x, y, interval: (y, y), label: String::new(), title }
        };
        steps.iter().map(point).collect()
    });
    let plot = Plot {
        title: format!("Tuning {title}"),
        x: Axis::of("games", tuned.track.iter().map(|(games, _)| *games as f64)),
        y: Axis::share("place in its range"),
        mark: None,
        series: series.collect(),
        joined: true,
    };
    let name = |number: &TunedNumber| {
        let TunedNumber { vary: Vary { name, low, high, .. }, .. } = number;
        format!("{name} ({low} to {high})")
    };
    plot.standalone(&tuned.numbers.iter().map(name).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_add_up() {
        let generation =
            |elo| Generation { games: 100, positions: 9, loss: 0.6, elo: Some([elo, elo - 5.0, elo + 5.0]) };
        let svg = learning_curve("pawn:4x4", &[generation(30.0), generation(12.0)]);
        assert!(svg.contains("Learning pawn:4x4") && svg.contains("generation 2: Elo +12 (+7 to +17), loss 0.600"));
    }
}
