//! The games and searches, with their options.

use plyscope_core::{BadInput, Choice};
use plyscope_registry::{AnyGame, AnyPosition, FeatureAbout, HeuristicAbout, SEARCHES, SearchAbout};
use serde::Serialize;
use utoipa::ToSchema;

/// An option of a game, a search or a heuristic.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OptionAbout {
    /// Its name.
    pub name: &'static str,
    /// The accepted values; empty if the option takes none.
    pub values: Vec<&'static str>,
    /// The value that applies if the option is not given.
    pub default: Option<&'static str>,
    /// What it does.
    pub meaning: &'static str,
}

impl From<&Choice> for OptionAbout {
    fn from(choice: &Choice) -> Self {
        OptionAbout {
            name: choice.name,
            values: choice.values.to_vec(),
            default: (!choice.default.is_empty()).then_some(choice.default),
            meaning: choice.meaning,
        }
    }
}

fn options(choices: &[Choice]) -> Vec<OptionAbout> {
    choices.iter().map(OptionAbout::from).collect()
}

/// A heuristic.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HeuristicInfo {
    /// Its name in a spec.
    pub id: &'static str,
    /// What it measures.
    pub meaning: &'static str,
    /// Its weights and choices.
    pub options: Vec<OptionAbout>,
    /// Its formula, if it has one.
    pub formula: Option<&'static str>,
}

impl From<&HeuristicAbout> for HeuristicInfo {
    fn from(about: &HeuristicAbout) -> Self {
        HeuristicInfo {
            id: about.name,
            meaning: about.meaning,
            options: options(about.options),
            formula: about.formula,
        }
    }
}

/// The heuristics of a game; the first one is the default.
pub fn heuristic_infos(position: &dyn AnyPosition) -> Vec<HeuristicInfo> {
    position.heuristics().iter().map(HeuristicInfo::from).collect()
}

/// A feature that formulas can use.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FeatureInfo {
    /// Its name in a formula.
    pub name: &'static str,
    /// The unit of its value.
    pub unit: &'static str,
    /// What it measures.
    pub meaning: &'static str,
}

impl From<FeatureAbout> for FeatureInfo {
    fn from(about: FeatureAbout) -> Self {
        FeatureInfo { name: about.name, unit: about.unit, meaning: about.meaning }
    }
}

/// A search.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SearchInfo {
    /// Its name in a spec.
    pub id: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// Its options.
    pub options: Vec<OptionAbout>,
}

impl From<&SearchAbout> for SearchInfo {
    fn from(about: &SearchAbout) -> Self {
        SearchInfo { id: about.id, meaning: about.meaning, options: options(about.options) }
    }
}

/// All searches.
pub fn search_infos() -> Vec<SearchInfo> {
    SEARCHES.iter().map(SearchInfo::from).collect()
}

/// A game without its heuristics.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameInfo {
    /// The word before the colon of a spec.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The rules in one sentence.
    pub summary: &'static str,
    /// The accepted sizes, in words.
    pub sizes: &'static str,
    /// The size that applies if none is given.
    pub default: &'static str,
    /// Common variants; each is accepted after the colon.
    pub variants: Vec<&'static str>,
    /// What may follow the size.
    pub options: Vec<OptionAbout>,
    /// The features that formulas can use.
    pub features: Vec<FeatureInfo>,
}

impl GameInfo {
    /// A game, and its start position, which knows its heuristics.
    ///
    /// # Errors
    /// Never for registered games: each accepts its default variant.
    pub fn of(game: &dyn AnyGame) -> Result<(Self, Box<dyn AnyPosition>), BadInput> {
        let (about, position) = (game.about(), game.start("")?);
        let info = GameInfo {
            id: about.id,
            name: about.name,
            summary: about.summary,
            sizes: about.sizes,
            default: about.default,
            variants: about.variants.to_vec(),
            options: options(about.options),
            features: position.features().into_iter().map(FeatureInfo::from).collect(),
        };
        Ok((info, position))
    }
}
