//! `plyscope engine`: Plyscope as an engine for other programs.

use std::io::{stdin, stdout};

use plyscope_registry::start;

use crate::args::Engine;
use crate::output::Failure;

pub(crate) fn run(options: &Engine) -> Result<(), Failure> {
    let start = start(&options.game)?;
    let engine = plyscope_engine::Engine::new(start, options.player.parse()?, options.chance.seed, options.protocol)?;
    Ok(engine.serve(stdin(), &mut stdout())?)
}
