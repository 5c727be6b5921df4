//! Numbers of a player that are tuned: `NAME=LOW..HIGH`, or `NAME=LOW..HIGH:START` with the value to begin with.

use std::fmt;
use std::str::FromStr;

use plyscope_core::BadInput;
use plyscope_registry::{fill_blanks, first_blank, has_blank};

/// A number that is tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Vary {
    /// Its name: it stands for `<NAME>` in the text of the player.
    pub name: String,
    /// The least it can be.
    pub low: f64,
    /// The most it can be.
    pub high: f64,
    /// What it is at the beginning.
    pub start: f64,
    /// Whether it is a whole number: none of the numbers of its range was written with a decimal point.
    pub is_whole: bool,
}

impl FromStr for Vary {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Self, BadInput> {
        let bad = |what: &str| BadInput::new(what);
        let form = "give a name and a range such as width=0.5..3, with a start if that is not the middle: 0.5..3:1.2";
        let (name, range) = text.split_once('=').ok_or_else(|| bad(form))?;
        let name = name.trim();
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphabetic() || c == '_') {
            return Err(bad("a name consists of letters and _"));
        }
        let (range, start) = range.split_once(':').map_or((range, None), |(range, start)| (range, Some(start)));
        let (low, high) = range.split_once("..").ok_or_else(|| bad(form))?;
        let number = |text: &str| {
            let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
            number.ok_or_else(|| bad(&format!("{:?} is not a number", text.trim())))
        };
        let is_whole = [Some(low), Some(high), start].into_iter().flatten().all(|text| !text.contains(['.', 'e', 'E']));
        let (low, high) = (number(low)?, number(high)?);
        if low >= high {
            return Err(bad("the range must go upwards, from a lower to a higher number"));
        }
        let middle = (low + high) / 2.0;
        let start = start.map_or(Ok(if is_whole { middle.round() } else { middle }), number)?;
        if !(low..=high).contains(&start) {
            return Err(bad("the start must be within the range"));
        }
        Ok(Vary { name: name.to_owned(), low, high, start, is_whole })
    }
}

/// With its start, and such that it is read as the same: {:?} writes a decimal point.
impl fmt::Display for Vary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Vary { name, low, high, start, is_whole } = self;
        if *is_whole {
            write!(f, "{name}={low}..{high}:{start}")
        } else {
            write!(f, "{name}={low:?}..{high:?}:{start:?}")
        }
    }
}

impl Vary {
    /// The number at a place of the range from 0 to 1, as precise as is worth writing.
    pub fn at(&self, place: f64) -> f64 {
        let range = self.high - self.low;
        let number = self.low + place * range;
        if self.is_whole {
            return number.round();
        }
        // A ten-thousandth of the range or a little less.
        let unit = 10_f64.powf(4.0 - range.log10().floor());
        ((number * unit).round() / unit).clamp(self.low, self.high)
    }

    /// The place of the start.
    pub(super) fn start_place(&self) -> f64 {
        (self.start - self.low) / (self.high - self.low)
    }

    /// The least half-width of a perturbation that makes a difference.
    pub(super) fn least_width(&self) -> f64 {
        if self.is_whole { 0.5 / (self.high - self.low) } else { 0.0 }
    }
}

/// The values at a point, as they stand in the text of a player.
pub(super) fn values(parameters: &[Vary], point: &[f64]) -> Vec<(String, String)> {
    let value = |(vary, &place): (&Vary, &f64)| (vary.name.clone(), vary.at(place).to_string());
    parameters.iter().zip(point).map(value).collect()
}

/// The text of the player at a point.
pub(super) fn player_at(text: &str, parameters: &[Vary], point: &[f64]) -> String {
    fill_blanks(text, &values(parameters, point))
}

/// Points at which a mistake in the text or the ranges shows: the start, and each number at both ends of its range and
/// at a place that is no round number.
pub(super) fn trials(parameters: &[Vary]) -> Vec<Vec<f64>> {
    let start: Vec<f64> = parameters.iter().map(Vary::start_place).collect();
    let mut trials = vec![start.clone()];
    for parameter in 0..parameters.len() {
        trials.extend([0.0, 1.0, 0.382].map(|place| {
            let mut point = start.clone();
            point[parameter] = place;
            point
        }));
    }
    trials
}

/// Refuses names that are not in the text, blanks without a range, and names given twice.
pub(super) fn check_names(text: &str, parameters: &[Vary]) -> Result<(), BadInput> {
    if parameters.is_empty() {
        return Err(BadInput::new("nothing is varied; give --vary NAME=LOW..HIGH for each <NAME> of the player"));
    }
    for (place, Vary { name, .. }) in parameters.iter().enumerate() {
        if parameters[..place].iter().any(|other| other.name == *name) {
            return Err(BadInput::new(format!("--vary {name} is given twice")));
        }
        if !has_blank(text, name) {
            return Err(BadInput::new(format!(
                "the player {text} does not contain <{name}>; write <{name}> where the number belongs"
            )));
        }
    }
    let filled = player_at(text, parameters, &vec![0.5; parameters.len()]);
    match first_blank(&filled) {
        Some(open) => Err(BadInput::new(format!(
            "{open} of the player is not varied; add --vary {}=LOW..HIGH",
            &open[1..open.len() - 1]
        ))),
        None => Ok(()),
    }
}
