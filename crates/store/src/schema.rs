//! The tables, and the migrations from older databases.

/// Marks a file as a database of Plyscope in its header (the letters PlyS).
pub(crate) const APPLICATION_ID: i32 = 0x506c_7953;

/// The migrations from an empty file to the current tables. The version of a database is the number of migrations that
/// were run, so every change of the tables is a new entry here, and a released entry is never changed.
pub(crate) const MIGRATIONS: &[&str] = &[VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5];

/// Unsigned 64-bit numbers (seeds, hashes) are stored as the signed number with the same bits. A fingerprint is text:
/// its version, a dash and a hash, or only the hash before version 2.
///
/// The key of a game is `pairing << 32 | number`: the games of a pairing are adjacent and ordered by number, no second
/// index is needed, and no game can be stored twice. For speed, the table of games has no foreign keys; `Writer` checks
/// the references instead. The moves come last, because SQLite reads a row from the left and totals need everything
/// except the moves.
const VERSION_1: &str = "
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        experiment TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        program TEXT NOT NULL,
        seed INTEGER NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('running', 'stopped', 'finished')),
        created_ms INTEGER NOT NULL,
        ended_ms INTEGER
    ) STRICT;

    CREATE TABLE players (
        run INTEGER NOT NULL REFERENCES runs,
        number INTEGER NOT NULL,
        name TEXT NOT NULL,
        spec TEXT NOT NULL,
        PRIMARY KEY (run, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE pairings (
        id INTEGER PRIMARY KEY,
        run INTEGER NOT NULL REFERENCES runs,
        number INTEGER NOT NULL,
        game TEXT NOT NULL,
        first INTEGER NOT NULL,
        second INTEGER NOT NULL,
        planned INTEGER NOT NULL,
        UNIQUE (run, number),
        FOREIGN KEY (run, first) REFERENCES players,
        FOREIGN KEY (run, second) REFERENCES players
    ) STRICT;

    CREATE TABLE openings (
        run INTEGER NOT NULL REFERENCES runs,
        number INTEGER NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (run, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE reasons (
        id INTEGER PRIMARY KEY,
        text TEXT NOT NULL UNIQUE
    ) STRICT;

    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        result INTEGER NOT NULL CHECK (result BETWEEN 0 AND 2),
        forfeit INTEGER NOT NULL,
        plies INTEGER NOT NULL,
        first_nodes INTEGER NOT NULL,
        second_nodes INTEGER NOT NULL,
        first_time_us INTEGER NOT NULL,
        second_time_us INTEGER NOT NULL,
        first_depth_sum INTEGER NOT NULL,
        second_depth_sum INTEGER NOT NULL,
        moves_hash INTEGER NOT NULL,
        reason INTEGER NOT NULL,
        opening INTEGER,
        seed INTEGER NOT NULL,
        moves BLOB NOT NULL
    ) STRICT;
";

/// For a database that cannot be written, and so not be migrated: what makes version 1, 2 and so on look like the
/// current tables.
pub(crate) const VIEWS_OF_VERSIONS: &[&[&str]] = &[
    &[
        "CREATE TEMP VIEW games AS SELECT *, NULL AS first_captures, NULL AS second_captures, NULL AS first_pieces,
        NULL AS second_pieces, NULL AS first_memory, NULL AS second_memory, NULL AS words, NULL AS worker
        FROM main.games;",
        VIEWS_WITHOUT_SHARDS,
        VIEW_WITHOUT_WORKERS,
    ],
    &[
        "CREATE TEMP VIEW games AS SELECT *, NULL AS words, NULL AS worker FROM main.games;",
        VIEWS_WITHOUT_SHARDS,
        VIEW_WITHOUT_WORKERS,
    ],
    &[GAMES_WITHOUT_WORKERS, VIEWS_WITHOUT_SHARDS, VIEW_WITHOUT_WORKERS],
    &[GAMES_WITHOUT_WORKERS, VIEW_WITHOUT_WORKERS],
];

const VIEWS_WITHOUT_SHARDS: &str = "
    CREATE TEMP VIEW runs AS SELECT *, NULL AS shard, NULL AS shards FROM main.runs;
    CREATE TEMP VIEW pairings AS SELECT *, NULL AS whole FROM main.pairings;
    CREATE TEMP VIEW machines AS SELECT 0 AS run, '' AS name WHERE 0;
";

const GAMES_WITHOUT_WORKERS: &str = "CREATE TEMP VIEW games AS SELECT *, NULL AS worker FROM main.games;";

const VIEW_WITHOUT_WORKERS: &str = "
    CREATE TEMP VIEW workers AS SELECT 0 AS run, 0 AS number, '' AS name, '' AS machine, '' AS processor, 0 AS cores,
        '' AS version, 0 AS games, 0 AS busy_us WHERE 0;
";

/// Empty in games that were stored before these were counted. Adding columns does not rewrite the games, however many
/// there are; that is worth more than keeping the moves last.
const VERSION_2: &str = "
    ALTER TABLE games ADD COLUMN first_captures INTEGER;
    ALTER TABLE games ADD COLUMN second_captures INTEGER;
    ALTER TABLE games ADD COLUMN first_pieces INTEGER;
    ALTER TABLE games ADD COLUMN second_pieces INTEGER;
    ALTER TABLE games ADD COLUMN first_memory INTEGER;
    ALTER TABLE games ADD COLUMN second_memory INTEGER;
";

/// What a program said last where it forfeited a game; empty in all other games.
const VERSION_3: &str = "ALTER TABLE games ADD COLUMN words TEXT;";

/// Which part of an experiment a run plays, and the games of each pairing in the whole experiment; empty in runs of all
/// games. And on which machines a run was played.
const VERSION_4: &str = "
    ALTER TABLE runs ADD COLUMN shard INTEGER;
    ALTER TABLE runs ADD COLUMN shards INTEGER;
    ALTER TABLE pairings ADD COLUMN whole INTEGER;
    CREATE TABLE machines (
        run INTEGER NOT NULL REFERENCES runs,
        name TEXT NOT NULL,
        PRIMARY KEY (run, name)
    ) STRICT, WITHOUT ROWID;
";

/// The machines that played for a run of another, and which of them played a game: its number among those of the run,
/// empty for games that the process played itself.
const VERSION_5: &str = "
    CREATE TABLE workers (
        run INTEGER NOT NULL REFERENCES runs,
        number INTEGER NOT NULL,
        name TEXT NOT NULL,
        machine TEXT NOT NULL,
        processor TEXT NOT NULL,
        cores INTEGER NOT NULL,
        version TEXT NOT NULL,
        games INTEGER NOT NULL,
        busy_us INTEGER NOT NULL,
        PRIMARY KEY (run, number),
        UNIQUE (run, name)
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE games ADD COLUMN worker INTEGER;
";
