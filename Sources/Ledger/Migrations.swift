internal import SQLite

/// One step of the schema; its place in the list is its version, which is kept in the file (PRAGMA user_version).
private struct Migration {
    let name: String
    let sql: String
}

/// Only ever appended to: a ledger in the field has run some first part of this list.
private let migrations = [
    Migration(
        name: "jobs, attempts, documents, mails, sequences, events",
        sql: """
            CREATE TABLE jobs (
                id TEXT PRIMARY KEY,
                queue TEXT NOT NULL,
                name BLOB NOT NULL,
                state TEXT NOT NULL,
                size INTEGER NOT NULL,
                hash TEXT,
                claimed INTEGER NOT NULL,
                finished INTEGER,
                reason TEXT,
                filed TEXT
            );
            CREATE INDEX jobs_unfiled ON jobs (state) WHERE filed IS NULL;
            CREATE INDEX jobs_hash ON jobs (hash);
            CREATE INDEX jobs_claimed ON jobs (claimed);
            CREATE INDEX jobs_name ON jobs (name, claimed);

            CREATE TABLE attempts (
                job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
                number INTEGER NOT NULL,
                began INTEGER NOT NULL,
                ended INTEGER,
                outcome TEXT,
                PRIMARY KEY (job, number)
            ) WITHOUT ROWID;

            CREATE TABLE documents (
                job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
                position INTEGER NOT NULL,
                state TEXT NOT NULL,
                number TEXT NOT NULL,
                seller TEXT NOT NULL,
                customer TEXT NOT NULL,
                total TEXT NOT NULL,
                digest TEXT NOT NULL,
                sequence TEXT,
                period TEXT,
                value INTEGER,
                output TEXT,
                inode INTEGER,
                hash TEXT,
                pages INTEGER,
                reason TEXT,
                PRIMARY KEY (job, position)
            ) WITHOUT ROWID;
            CREATE INDEX documents_number ON documents (number, seller);
            CREATE INDEX documents_output ON documents (output);
            CREATE UNIQUE INDEX documents_value ON documents (sequence, period, value) WHERE value IS NOT NULL;

            CREATE TABLE sequences (
                name TEXT NOT NULL,
                period TEXT NOT NULL,
                last INTEGER NOT NULL,
                PRIMARY KEY (name, period)
            ) WITHOUT ROWID;

            CREATE TABLE released (
                sequence TEXT NOT NULL,
                period TEXT NOT NULL,
                value INTEGER NOT NULL,
                PRIMARY KEY (sequence, period, value)
            ) WITHOUT ROWID;

            CREATE TABLE mails (
                id INTEGER PRIMARY KEY,
                job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
                position INTEGER NOT NULL,
                state TEXT NOT NULL,
                message_id TEXT NOT NULL UNIQUE,
                sender TEXT NOT NULL,
                recipients TEXT NOT NULL,
                subject TEXT NOT NULL,
                file TEXT NOT NULL,
                tries INTEGER NOT NULL DEFAULT 0,
                created INTEGER NOT NULL,
                due INTEGER,
                ended INTEGER,
                reason TEXT
            );
            CREATE INDEX mails_open ON mails (state, due) WHERE ended IS NULL;

            CREATE TABLE events (
                id INTEGER PRIMARY KEY,
                job TEXT REFERENCES jobs (id) ON DELETE CASCADE,
                time INTEGER NOT NULL,
                kind TEXT NOT NULL,
                text TEXT NOT NULL
            );
            CREATE INDEX events_job ON events (job, id);
            """),
    Migration(
        name: "rate limits, delivery reports, the operator's mail",
        sql: """
            ALTER TABLE mails ADD COLUMN handed INTEGER;
            CREATE INDEX mails_handed ON mails (handed) WHERE handed IS NOT NULL;

            CREATE TABLE operator (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                tried INTEGER,
                told INTEGER NOT NULL
            );
            INSERT INTO operator (id, told) SELECT 1, coalesce(max(id), 0) FROM events;
            """),
    Migration(
        name: "numbers passed over, void or set by hand",
        sql: """
            CREATE TABLE passed (
                sequence TEXT NOT NULL,
                period TEXT NOT NULL,
                value INTEGER NOT NULL,
                number TEXT NOT NULL,
                seller TEXT NOT NULL,
                PRIMARY KEY (sequence, period, value)
            ) WITHOUT ROWID;
            CREATE INDEX passed_number ON passed (number, seller);

            CREATE TABLE number_notes (
                id INTEGER PRIMARY KEY,
                time INTEGER NOT NULL,
                kind TEXT NOT NULL,
                sequence TEXT NOT NULL,
                period TEXT NOT NULL,
                first INTEGER NOT NULL,
                last INTEGER NOT NULL,
                number TEXT NOT NULL,
                reason TEXT NOT NULL,
                author TEXT NOT NULL
            );
            CREATE INDEX number_notes_value ON number_notes (sequence, period, first);
            """),
    Migration(
        name: "pauses by hand, mails that may have gone out twice",
        sql: """
            CREATE TABLE pauses (
                queue TEXT PRIMARY KEY,
                since INTEGER NOT NULL,
                reason TEXT NOT NULL
            ) WITHOUT ROWID;

            ALTER TABLE mails ADD COLUMN doubted INTEGER;
            CREATE INDEX mails_job ON mails (job, id);
            CREATE INDEX mails_state ON mails (state, due, id);
            DROP INDEX mails_open;
            CREATE INDEX mails_doubted ON mails (doubted) WHERE doubted IS NOT NULL;
            """),
]

/// Brings the schema up to date, each step in a transaction of its own; a newer ledger is refused.
func migrate(_ database: Connection, path: String) throws {
    try refuseUnknownSchema(database, path: path)
    for (index, migration) in migrations.enumerated().dropFirst(try database.userVersion()) {
        try database.transaction {
            // Another opener may have got here first; the check is inside the transaction so that only one runs it.
            guard try database.userVersion() == index else { return }
            try database.execute(migration.sql)
            try database.setUserVersion(index + 1)
        }
    }
}

func refuseUnknownSchema(_ database: Connection, path: String) throws {
    let version = try database.userVersion()
    if version > migrations.count { throw LedgerError.newer(path: path, version: version, known: migrations.count) }
}
