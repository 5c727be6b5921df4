//! Pictures of positions, and the files that pictures are written to.

use std::path::PathBuf;

use plyscope_core::BadInput;
use plyscope_files::{Exports, FileKind};
use plyscope_plot::{Arrow, BoardPicture, CellMark, Colour, Scene};
use plyscope_registry::AnyPosition;
use plyscope_view::{board_drawing, target_cells};

use crate::args::{Overwrite, read_heuristic};
use crate::output::{Failure, check_exports};

/// Pictures to write.
#[derive(clap::Args)]
pub(crate) struct PictureFiles {
    /// Draw it as SVG; - writes to standard output
    #[arg(long, value_name = "FILE", help_heading = "Pictures")]
    svg: Option<PathBuf>,
    /// Draw it as PNG; - writes to standard output
    #[arg(long, value_name = "FILE", help_heading = "Pictures")]
    png: Option<PathBuf>,
    /// The width of the PNG; twice that of the SVG by default
    #[arg(long, value_name = "PIXELS", requires = "png", help_heading = "Pictures")]
    #[arg(value_parser = clap::value_parser!(u32).range(16..=16384))]
    size: Option<u32>,
    /// Write this into the picture
    #[arg(long, value_name = "TEXT", help_heading = "Pictures")]
    pub(crate) caption: Option<String>,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// What is added to the picture of a position.
#[derive(clap::Args)]
pub(crate) struct BoardOptions {
    /// Draw an arrow, such as a2-a3 or a2-a3:green; can be repeated
    #[arg(long, value_name = "FROM-TO[:COLOUR]", help_heading = "Pictures")]
    arrow: Vec<String>,
    /// Mark a cell, such as c4, c4:red, c4:red:12 or c4::12; can be repeated
    #[arg(long, value_name = "CELL[:COLOUR[:LABEL]]", help_heading = "Pictures")]
    mark: Vec<String>,
    /// Turn the board by half a turn
    #[arg(long, help_heading = "Pictures")]
    flip: bool,
    /// Put a dot where the side to move can move to
    #[arg(long, help_heading = "Pictures")]
    legal: bool,
    /// Colour the cells by what their pieces are worth to the side to move, such as file:my.heuristic or {cells(…)}
    #[arg(long, value_name = "HEURISTIC", help_heading = "Pictures")]
    heat: Option<String>,
}

impl BoardOptions {
    pub(crate) fn is_used(&self) -> bool {
        !self.arrow.is_empty() || !self.mark.is_empty() || self.flip || self.legal || self.heat.is_some()
    }
}

impl PictureFiles {
    pub(crate) fn is_wanted(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Whether standard output belongs to a picture.
    pub(crate) fn is_to_stdout(&self) -> bool {
        self.exports().use_stdout()
    }

    fn exports(&self) -> Exports {
        let exports = Exports::new(self.overwrite.force);
        exports.with(FileKind::Svg, self.svg.as_deref()).with(FileKind::Png, self.png.as_deref())
    }

    /// Refuses what contradicts itself or cannot be written, before anything is computed. `is_decorated`: whether
    /// something is to be added to a picture.
    pub(crate) fn check(&self, json: bool, is_decorated: bool) -> Result<(), BadInput> {
        if !self.is_wanted() && (is_decorated || self.caption.is_some()) {
            return Err(BadInput::new("no picture was asked for; add --svg FILE or --png FILE"));
        }
        check_exports(&self.exports(), json)
    }

    /// Writes the files that were asked for.
    pub(crate) fn write(&self, scene: &Scene) -> Result<(), Failure> {
        if let Some(file) = &self.svg {
            self.exports().write(FileKind::Svg, file, scene.svg().as_bytes())?;
        }
        if let Some(file) = &self.png {
            self.exports().write(FileKind::Png, file, &png(scene, self.size)?)?;
        }
        Ok(())
    }
}

#[cfg(feature = "png")]
fn png(scene: &Scene, size: Option<u32>) -> Result<Vec<u8>, BadInput> {
    // Small letters want two pixels for each unit.
    scene.png(size.unwrap_or((2.0 * scene.width).round() as u32))
}

#[cfg(not(feature = "png"))]
fn png(_: &Scene, _: Option<u32>) -> Result<Vec<u8>, BadInput> {
    Err(BadInput::new(
        "this program was built without PNG; build it with `cargo build --release --features png`, or use --svg",
    ))
}

/// The picture of a position.
pub(crate) fn board(
    position: &dyn AnyPosition,
    options: &BoardOptions,
    files: &PictureFiles,
) -> Result<BoardPicture, BadInput> {
    let picture = position.picture();
    let is_cell = |name: &str| picture.cells.iter().any(|cell| cell.name == name);
    let arrows = options.arrow.iter().map(|text| arrow(text, &is_cell)).collect::<Result<_, _>>()?;
    let marks = options.mark.iter().map(|text| mark(text)).collect::<Result<_, _>>()?;
    let heat = match &options.heat {
        None => Vec::new(),
        Some(heuristic) => position.heat(&read_heuristic(heuristic)?, 0)?,
    };
    Ok(BoardPicture {
        targets: if options.legal { target_cells(position)? } else { Vec::new() },
        marks,
        heat,
        arrows,
        caption: files.caption.clone(),
        flipped: options.flip,
        ..board_drawing(position)
    })
}

fn colour(text: &str, option: &str) -> Result<Colour, BadInput> {
    Colour::named(text).ok_or_else(|| {
        let names: Vec<&str> = Colour::names().collect();
        BadInput::new(format!("{option}: unknown colour {text:?}; known: {}", names.join(", ")))
    })
}

/// Reads `a2-a3` or `a2-a3:green`, and captures as moves write them.
fn arrow(text: &str, is_cell: &dyn Fn(&str) -> bool) -> Result<Arrow, BadInput> {
    let (cells, name) = text.split_once(':').unwrap_or((text, "blue"));
    let colour = colour(name, "--arrow")?;
    // A column can be called x, too: only where both sides are cells does it separate them.
    let separators = cells.char_indices().filter(|(_, c)| matches!(c, '-' | 'x'));
    let mut splits = separators.map(|(at, _)| (&cells[..at], &cells[at + 1..]));
    let both = splits.clone().find(|(from, to)| is_cell(from) && is_cell(to)).or_else(|| splits.next());
    let (from, to) = both.ok_or_else(|| {
        BadInput::new(format!(
            "--arrow: {text:?} is not an arrow; write FROM-TO or FROM-TO:COLOUR, for example a2-a3:green"
        ))
    })?;
    Ok(Arrow { from: from.to_owned(), to: to.to_owned(), colour })
}

/// Reads `c4`, `c4:red`, `c4:red:12` or `c4::12`.
fn mark(text: &str) -> Result<CellMark, BadInput> {
    let mut parts = text.splitn(3, ':');
    let cell = parts.next().unwrap_or_default().to_owned();
    let colour = match parts.next() {
        None | Some("") => colour("red", "--mark")?,
        Some(name) => colour(name, "--mark")?,
    };
    Ok(CellMark { cell, colour, label: parts.next().filter(|label| !label.is_empty()).map(str::to_owned) })
}
