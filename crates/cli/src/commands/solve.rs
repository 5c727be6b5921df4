//! `plyscope solve`: the result with best play, and proofs of it.

use std::io::{BufWriter, Write};
use std::path::Path;

use plyscope_core::{BadInput, Interrupted, Side, Work};
use plyscope_files::{Export, Exports, FileKind, cannot_write, read_text_beginning};
use plyscope_registry::{AnyPosition, Checked, Proof, Solution, SolveProgress, SolveRequest, read, start};
use plyscope_view::{
    OutcomeView, SolutionView, board_text, bounds_in_words, claim_plies, claim_text, grouped, time_text,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::args::Solve;
use crate::interrupt;
use crate::output::{Failure, check_exports, print, print_json};
use crate::progress::LateBar;
use crate::solution_text::report;

#[derive(Serialize)]
struct Json {
    game: String,
    position: String,
    #[serde(flatten)]
    solution: SolutionView,
    proof: Value,
}

pub(crate) fn run(options: &Solve) -> Result<(), Failure> {
    if let Some(file) = &options.check {
        return check(options, file);
    }
    let position = options.place.find()?;
    let exports = Exports::new(options.overwrite.force).with(FileKind::Proof, options.proof.as_deref());
    check_exports(&exports, options.output.json)?;
    let stop = interrupt::flag()?;
    let create = |file: &Path| exports.create(FileKind::Proof, file).map(BufWriter::new);
    let mut proof = options.proof.as_deref().map(create).transpose()?;
    let mut bar = LateBar::new();
    let mut on_progress = |known: &SolveProgress| {
        bar.say(|| {
            let bounds = bounds_in_words(position.side_to_move(), known.at_least, known.at_most).join(", ");
            format!("{bounds}; {} nodes", grouped(known.nodes))
        });
    };
    let request = SolveRequest {
        bytes: options.memory,
        threads: options.threads.into(),
        work: Work::new(&stop).within(options.limit.time),
        proof: proof.as_mut().map(|proof| proof as &mut dyn Write),
    };
    let solution = position.solve(request, &mut on_progress);
    bar.finish();
    // A proof that is not complete leaves no file.
    if let (Some(proof), Some(Ok(_)), Some(file)) = (proof, &solution.proof, &options.proof) {
        proof.into_inner().map_err(Into::into).and_then(Export::finish).map_err(|error| cannot_write(file, &error))?;
    }
    if exports.use_stdout() {
        return verdict(&solution);
    }
    if options.output.json {
        print_json(&json_of(&*position, &solution, options.proof.as_deref()))?;
    } else {
        print(&report(&*position, &solution, options.proof.as_deref()))?;
    }
    verdict(&solution)
}

/// The exit code and its reason.
fn verdict(solution: &Solution) -> Result<(), Failure> {
    match (solution.claim, solution.stopped, &solution.proof) {
        (Some(_), _, Some(Err(error))) => Err(Failure::Found(error.to_string())),
        (Some(_), ..) => Ok(()),
        (None, Some(Interrupted::Cancelled), _) => {
            Err(Failure::Interrupted("not solved: stopped; what is proven so far is above".to_owned()))
        }
        (None, ..) => Err(Failure::Found("not solved: out of time; what is proven so far is above".to_owned())),
    }
}

fn json_of(position: &dyn AnyPosition, solution: &Solution, file: Option<&Path>) -> Json {
    let proof = match (&solution.proof, file) {
        (Some(Ok(size)), Some(file)) => {
            json!({"file": file.display().to_string(), "positions": {"x": size.positions[0], "o": size.positions[1]}})
        }
        (Some(Err(error)), _) => json!({"error": error.to_string()}),
        _ => Value::Null,
    };
    let solution = SolutionView::new(position.side_to_move(), solution);
    Json { game: position.spec(), position: position.text(), solution, proof }
}

/// The largest proof file that is read, in bytes.
const MAX_BYTES: u64 = 2 << 30;

/// Checks a proof by the rules alone.
fn check(options: &Solve, file: &Path) -> Result<(), Failure> {
    const STOPPED: &str = "stopped; the proof was not checked";
    let stop = interrupt::flag_or_end(STOPPED)?;
    let work = Work::new(&stop).within(options.limit.time);
    let begun = std::time::Instant::now();
    let text = read_text_beginning(file, "the proof", "plyscope proof ", MAX_BYTES)?;
    let in_file = |error: BadInput| BadInput::new(format!("{}: {error}", file.display()));
    let proof = Proof::read(&text).map_err(in_file)?;
    let asked = options.place.find()?.spec();
    let proven = start(proof.game).map_err(in_file)?.spec();
    if asked != proven {
        return Err(BadInput::new(format!("{} is a proof for {proven}, not for {asked}", file.display())).into());
    }
    let position = read(proof.game, proof.position).map_err(in_file)?;
    let checked = position.check_proof(&proof, work);
    let checked = checked.map_err(|why| Failure::stopped(why, STOPPED, "out of time; the proof was not checked"))?;
    let (positions, time) = (proof.size().positions, begun.elapsed());
    let (visited, why) = match &checked {
        Checked::Holds(visited) => (*visited, None),
        Checked::Fails(why) => (0, Some(why.clone())),
    };
    if options.output.json {
        print_json(&json!({
            "game": proven, "position": position.text(),
            "outcome": why.is_none().then(|| OutcomeView::from(proof.claim.outcome())),
            "plies": claim_plies(proof.claim).filter(|_| why.is_none()),
            "best": Value::Null, "nodes": visited, "time_ms": time.as_secs_f64() * 1000.0,
            "proof": {
                "file": file.display().to_string(), "claim": proof.claim.to_string(), "holds": why.is_none(),
                "why": why, "positions": {"x": positions[0], "o": positions[1]},
            },
        }))?;
    } else {
        let mut text = format!("{proven}: {}\n\n{}\n", claim_text(proof.claim), board_text(&position.picture(), &[]));
        let sides = Side::BOTH
            .map(|side| format!("{} has {} positions", side.letter(), grouped(positions[side.index()] as u64)));
        text.push_str(&format!("the strategy of {}, the strategy of {}\n", sides[0], sides[1]));
        if why.is_none() {
            text.push_str(&format!(
                "the proof holds: both strategies achieve this result against every defence ({} positions, {})\n",
                grouped(visited),
                time_text(time)
            ));
        }
        print(&text)?;
    }
    why.map_or(Ok(()), |why| Err(Failure::Found(format!("the proof does not hold: {why}"))))
}
