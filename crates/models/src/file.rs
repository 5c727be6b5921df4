//! Files with a model: lines that people can read, an empty line, and the weights.
//!
//! ```text
//! plyscope heuristic 1
//! game: breakthrough
//! variant: 8x8
//! model: network
//! …
//! checksum: 0123456789abcdef
//!
//! (compressed numbers)
//! ```

use std::fmt::Write as _;

use plyscope_core::BadInput;

use crate::board::Board;
use crate::model::{Body, FeatureWeights, Generation, Kind, Model, Origin};
use crate::network::{Network, check_hidden};
use crate::payload::{Packer, Unpacker};
use crate::stages::Stages;
use crate::tuples::{Patterns, Seed, shapes_of};

const BEGIN: &str = "plyscope heuristic ";
const VERSION: &str = "1";
const CHECKSUM: &str = "checksum: ";
/// The lines that people can read are at most this long in all.
const MAX_HEADER: usize = 1 << 20;
const EVERYWHERE: &str = "everywhere";

impl Model {
    /// The file of this model.
    ///
    /// # Errors
    /// If its parts do not belong together.
    pub fn write(&self, board: &Board) -> Result<Vec<u8>, BadInput> {
        self.on(board)?;
        let packed = self.packed(board)?;
        let mut text = self.header();
        let checksum = checksum(&[text.as_bytes(), &packed]);
        let _ = write!(text, "{CHECKSUM}{checksum:016x}\n\n");
        Ok([text.into_bytes(), packed].concat())
    }

    fn header(&self) -> String {
        let Origin { command, program, seed, generations } = &self.origin;
        let mut lines = vec![
            format!("{BEGIN}{VERSION}"),
            format!("game: {}", self.game),
            format!("variant: {}", self.variant),
            format!("model: {}", self.kind),
            format!("command: {command}"),
            format!("program: {program}"),
            format!("seed: {seed}"),
        ];
        lines.extend(generations.iter().map(|generation| format!("generation: {}", generation_text(generation))));
        lines.push(format!("stages: {}", self.stages.n()));
        lines.extend(self.features.iter().map(|feature| format!("feature: {}", feature.name)));
        lines.push(format!("cells: {}", self.cells.join(" ")));
        match &self.body {
            Body::Patterns(patterns) => lines.extend(patterns.seeds.iter().map(|seed| {
                let names: Vec<&str> = seed.cells.iter().map(|&cell| &self.cells[usize::from(cell)][..]).collect();
                let where_to = if seed.is_everywhere { EVERYWHERE } else { "here" };
                format!("pattern: {where_to} {}", names.join(" "))
            })),
            Body::Network(network) => lines.push(format!("hidden: {}", network.hidden)),
        }
        lines.join("\n") + "\n"
    }

    fn packed(&self, board: &Board) -> Result<Vec<u8>, BadInput> {
        let mut packer = Packer::default();
        self.stages.of_count().iter().for_each(|&stage| packer.byte(stage));
        self.bias.iter().for_each(|&bias| packer.real(bias));
        for feature in &self.features {
            feature.weights.iter().flatten().for_each(|&weight| packer.real(weight));
        }
        match &self.body {
            Body::Patterns(patterns) => {
                let shapes = shapes_of(board, &patterns.seeds)?;
                for table in &patterns.tables {
                    let mut begin = 0;
                    for shape in &shapes {
                        // What shares a weight is written once.
                        let own =
                            shape.shared.iter().enumerate().filter(|&(entry, &shared)| entry == usize::from(shared));
                        own.for_each(|(entry, _)| packer.whole(table[begin + entry]));
                        begin += shape.n_entries();
                    }
                }
            }
            Body::Network(network) => {
                let all = network.bias.iter().chain(&network.columns).chain(network.output.iter().flatten());
                all.for_each(|&weight| packer.whole(weight));
            }
        }
        Ok(packer.pack())
    }

    /// The spec of the game that a file was made for, from its first lines.
    ///
    /// # Errors
    /// As for [`Model::read`].
    pub fn read_spec(file: &[u8]) -> Result<(String, String), BadInput> {
        let (fields, _) = open(file)?;
        Ok((fields.one("game")?.to_owned(), fields.one("variant")?.to_owned()))
    }

    /// Reads a file that was made for this board.
    ///
    /// # Errors
    /// If it is no such file, of another version, damaged, or for another board.
    pub fn read(file: &[u8], board: &Board) -> Result<Model, BadInput> {
        let (fields, packed) = open(file)?;
        let mut numbers = Unpacker::new(packed)?;
        let cells: Vec<String> = fields.one("cells")?.split(' ').map(str::to_owned).collect();
        let (game, variant) = (fields.one("game")?.to_owned(), fields.one("variant")?.to_owned());
        if !board.cells().iter().map(|cell| &cell.name).eq(&cells) {
            return Err(BadInput::new(format!("it was made for {game}:{variant}, which has another board")));
        }
        let stages = (0..=cells.len()).map(|_| numbers.byte()).collect::<Result<Vec<u8>, _>>()?;
        let stages = Stages::new(stages)?;
        let n_stages: usize = fields.number("stages")?;
        if n_stages != stages.n() {
            return Err(BadInput::new("its stages do not fit its weights"));
        }
        let bias = (0..n_stages).map(|_| numbers.real()).collect::<Result<Vec<f32>, _>>()?;
        let mut features = Vec::new();
        for name in fields.all("feature") {
            let pair = |_| Ok([numbers.real()?, numbers.real()?]);
            let weights = (0..n_stages).map(pair).collect::<Result<Vec<_>, BadInput>>()?;
            features.push(FeatureWeights { name: name.to_owned(), weights });
        }
        let kind: Kind = fields.one("model")?.parse()?;
        let body = match kind {
            Kind::Network => Body::Network(read_network(&fields, &mut numbers, cells.len(), n_stages)?),
            Kind::Weights | Kind::Patterns => Body::Patterns(read_patterns(&fields, &mut numbers, board, n_stages)?),
        };
        numbers.end()?;
        let origin = Origin {
            command: fields.one("command")?.to_owned(),
            program: fields.one("program")?.to_owned(),
            seed: fields.number("seed")?,
            generations: fields.all("generation").map(read_generation).collect::<Result<_, _>>()?,
        };
        let model = Model { game, variant, kind, origin, cells, stages, bias, features, body };
        model.on(board)?;
        Ok(model)
    }
}

fn read_network(
    fields: &Fields<'_>,
    numbers: &mut Unpacker,
    n_cells: usize,
    n_stages: usize,
) -> Result<Network, BadInput> {
    let hidden: usize = fields.number("hidden")?;
    check_hidden(hidden)?;
    let (bias, columns) = (numbers.wholes(hidden)?, numbers.wholes(2 * n_cells * hidden)?);
    let output = (0..n_stages).map(|_| numbers.wholes(hidden)).collect::<Result<_, _>>()?;
    Ok(Network { hidden, bias, columns, output })
}

fn read_patterns(
    fields: &Fields<'_>,
    numbers: &mut Unpacker,
    board: &Board,
    n_stages: usize,
) -> Result<Patterns, BadInput> {
    let read_seed = |text: &str| {
        let (where_to, names) = text.split_once(' ').unwrap_or((text, ""));
        let cells = names.split(' ').map(|name| board.named(name)).collect::<Option<Vec<u16>>>();
        let cells = cells.ok_or_else(|| BadInput::new(format!("its pattern {text:?} has a cell that is not there")))?;
        Ok(Seed { cells, is_everywhere: where_to == EVERYWHERE })
    };
    let seeds = fields.all("pattern").map(read_seed).collect::<Result<Vec<Seed>, BadInput>>()?;
    let shapes = shapes_of(board, &seeds)?;
    let mut tables = Vec::new();
    for _ in 0..n_stages {
        let mut table = Vec::new();
        for shape in &shapes {
            let begin = table.len();
            for (entry, &shared) in shape.shared.iter().enumerate() {
                // The shared entry is the least, so it has been read.
                let shared = usize::from(shared);
                let weight = if entry == shared { numbers.whole()? } else { table[begin + shared] };
                table.push(weight);
            }
        }
        tables.push(table);
    }
    Ok(Patterns { seeds, tables })
}

/// The lines before the weights.
struct Fields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Fields<'a> {
    fn all(&self, name: &'static str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| *known == name).map(|(_, value)| *value)
    }

    fn one(&self, name: &'static str) -> Result<&'a str, BadInput> {
        let mut all = self.all(name);
        let first = all.next().ok_or_else(|| BadInput::new(format!("it has no line {name:?}")))?;
        if all.next().is_some() { Err(BadInput::new(format!("it has two lines {name:?}"))) } else { Ok(first) }
    }

    fn number<T: std::str::FromStr>(&self, name: &'static str) -> Result<T, BadInput> {
        let text = self.one(name)?;
        text.parse()
            .map_err(|_| BadInput::new(format!("its line {name:?} has {text:.20?}, which is not such a number")))
    }
}

/// Checks the first line and the checksum, and separates the lines from the weights.
fn open(file: &[u8]) -> Result<(Fields<'_>, &[u8]), BadInput> {
    let version = file.strip_prefix(BEGIN.as_bytes());
    let version = version.ok_or_else(|| BadInput::new("it is not a heuristic written by plyscope learn"))?;
    let version = version.split(|&byte| byte == b'\n').next().unwrap_or_default();
    if version != VERSION.as_bytes() {
        let version = String::from_utf8_lossy(&version[..version.len().min(20)]).into_owned();
        return Err(BadInput::new(format!(
            "it is a heuristic of version {version:?}, and this program reads version {VERSION:?}"
        )));
    }
    let damaged = || BadInput::new("it is damaged or incomplete: its checksum is wrong");
    let end = file.windows(2).take(MAX_HEADER).position(|pair| pair == b"\n\n").ok_or_else(damaged)?;
    let (header, packed) = (&file[..=end], &file[end + 2..]);
    let header = std::str::from_utf8(header).map_err(|_| damaged())?;
    let begin = header.rfind(CHECKSUM).ok_or_else(damaged)?;
    let (lines, given) = (&header[..begin], header[begin + CHECKSUM.len()..].trim_end_matches('\n'));
    if given != format!("{:016x}", checksum(&[lines.as_bytes(), packed])) {
        return Err(damaged());
    }
    Ok((
        Fields(lines.lines().skip(1).filter_map(|line| line.split_once(": ").or(line.split_once(':'))).collect()),
        packed,
    ))
}

fn generation_text(generation: &Generation) -> String {
    let Generation { games, positions, loss, elo } = generation;
    let elo = elo.map_or(String::new(), |[elo, low, high]| format!(", Elo {elo:+.1} ({low:+.1} to {high:+.1})"));
    format!("{games} games, {positions} positions, loss {loss:.5}{elo}")
}

fn read_generation(text: &str) -> Result<Generation, BadInput> {
    let wrong = || BadInput::new(format!("its line {text:.60?} does not describe a generation"));
    let numbers: Vec<f64> = text
        .split([' ', ',', '(', ')'])
        .filter_map(|word| word.parse::<f64>().ok())
        .filter(|number| number.is_finite())
        .collect();
    let (elo, first) = match numbers[..] {
        [games, positions, loss] => (None, [games, positions, loss]),
        [games, positions, loss, elo, low, high] => (Some([elo, low, high]), [games, positions, loss]),
        _ => return Err(wrong()),
    };
    Ok(Generation { games: first[0] as u64, positions: first[1] as u64, loss: first[2], elo })
}

/// FNV-1a with 64 bits: finds every single changed byte, and nearly all other damage.
fn checksum(parts: &[&[u8]]) -> u64 {
    let bytes = parts.iter().copied().flatten();
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}
