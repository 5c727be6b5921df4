//! Which weights the report's table was made with: tries all vectors of tenths.

use super::calls::totals;
use super::published::ROWS;
use crate::{Interrupted, StudyCell, StudyRequest, StudyTable, spread};

/// Four weights that are tenths and add up to 1.
type Tenths = [u32; 4];

fn all_tenths() -> Vec<Tenths> {
    let mut all = Vec::new();
    for actual in 0..=10 {
        for max in 0..=10 - actual {
            for sum in 0..=10 - actual - max {
                all.push([actual, max, sum, 10 - actual - max - sum]);
            }
        }
    }
    all
}

fn heuristic([actual, max, sum, corners]: Tenths) -> String {
    let tenth = |n: u32| if n == 10 { "1".to_owned() } else { format!("0.{n}") };
    format!("ponderation-max:actual={},max={},sum={},corners={}", tenth(actual), tenth(max), tenth(sum), tenth(corners))
}

fn shown(tenths: &Tenths) -> String {
    tenths.map(|n| format!("{:.1}", f64::from(n) / 10.0)).join(" ")
}

/// The calls of minimax, if it was run, and of alpha-beta.
type Calls = (Option<u64>, u64);

/// Tries all weights at depth 2, and in a full run also at depth 3.
///
/// # Errors
/// If the run is stopped.
pub(super) fn table(request: &StudyRequest<'_>) -> Result<StudyTable, Interrupted> {
    let vectors = all_tenths();
    let mut cells = Vec::new();
    let rows = ROWS.iter().filter(|row| row.heuristic.starts_with("ponderation-max"));
    for row in rows.filter(|row| row.depth == 2 || request.full) {
        let part = format!("all weights at depth {}", row.depth);
        let count = |tenths: &Tenths| totals(&heuristic(*tenths), row.depth, true, request.work);
        let found = spread(request, &part, &vectors, count)?;
        let mut report = |name: &str, is_met: &dyn Fn(&Calls) -> bool| {
            let met: Vec<String> = vectors
                .iter()
                .zip(&found)
                .filter(|(_, found)| is_met(found))
                .map(|(tenths, _)| shown(tenths))
                .collect();
            let name = format!("depth {}, {name}", row.depth);
            let which = if met.is_empty() { "none".to_owned() } else { met.join("; ") };
            cells.push(StudyCell::new(name.clone(), "matching vectors", met.len() as u64));
            cells.push(StudyCell::new(name, "which (discs, best, sum, corners)", which));
        };
        report("minimax", &|found| found.0 == Some(row.calls[0]));
        report("alpha-beta", &|found| found.1 == row.calls[1]);
        report("both", &|found| *found == (Some(row.calls[0]), row.calls[1]));
    }
    let depth_3 = if request.full {
        "At depth 3 no vector gives either of the printed counts."
    } else {
        "`--full` also tries depth 3, where no vector gives either count."
    };
    Ok(StudyTable {
        id: "which-weights",
        title: "Which weights give the printed counts of PonderationMax".into(),
        notes: vec![
            format!("All {} vectors of tenths that add up to 1, two games each.", vectors.len()),
            "The submitted heuristic has 0.2 0.1 0.3 0.4. The table of the report was made with an earlier one \
             without corners."
                .into(),
            depth_3.into(),
        ],
        cells,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_286_vectors_of_tenths() {
        assert_eq!(all_tenths().len(), 286);
        assert_eq!(heuristic([4, 3, 3, 0]), "ponderation-max:actual=0.4,max=0.3,sum=0.3,corners=0.0");
        assert_eq!(shown(&[10, 0, 0, 0]), "1.0 0.0 0.0 0.0");
    }
}
