//! The tables, and how an older database becomes one of today.

/// Marks a file as ours in its header (the letters PlyS).
pub(crate) const APPLICATION_ID: i32 = 0x506c_7953;

/// The steps from an empty file to today's tables. The version of a database is the number of steps it has taken, so a change of the tables is one more entry
/// here, and an entry that was released is never changed.
pub(crate) const MIGRATIONS: &[&str] = &[VERSION_1];

/// Numbers of 64 bits without sign (seeds, hashes) are stored as the signed number with the same bits. A fingerprint is read by people, so it is text.
///
/// The key of a game is `pairing << 32 | number`: a pairing's games lie together in the order of their numbers, no second index is needed, and
/// none can be there twice. For its price in time, the table of games has no foreign keys; `Writer` checks what they would. The moves
/// come last, because SQLite reads a row from the left and totals need all but them.
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
