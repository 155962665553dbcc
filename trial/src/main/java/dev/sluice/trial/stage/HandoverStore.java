package dev.sluice.trial.stage;

import dev.sluice.db.Database;
import java.sql.SQLException;
import java.util.List;

/// A book beside the sandbox's bank of how often each payout was handed to it. The bank itself takes a payout once
/// however often it comes, and so would hide a second time. PostgreSQL writes this book, before it looks whether the
/// bank has the payout, so that the service is the one that is shipped.
public final class HandoverStore {
    private static final String TABLE = """
            CREATE TABLE IF NOT EXISTS trial_handover (organization_id uuid NOT NULL, payout_id uuid NOT NULL,
                                                       behaviour integer NOT NULL)
            """;

    private static final String FUNCTION = """
            CREATE OR REPLACE FUNCTION trial_note_handover() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                INSERT INTO trial_handover VALUES (NEW.organization_id, NEW.payout_id, NEW.behaviour);
                RETURN NEW;
            END $$
            """;

    private static final String TRIGGER = """
            CREATE OR REPLACE TRIGGER trial_note_handover BEFORE INSERT ON rail_sandbox_payment
            FOR EACH ROW EXECUTE FUNCTION trial_note_handover()
            """;

    /// Those of behaviour 25 the bank loses the first time, and then says that it does not know them.
    private static final String REPEATED = """
            SELECT count(*) FROM (
                SELECT organization_id, payout_id FROM trial_handover
                GROUP BY organization_id, payout_id HAVING count(*) > CASE max(behaviour) WHEN 25 THEN 2 ELSE 1 END) r
            """;

    private static final String NOTED = """
            SELECT count(*) FROM trial_handover
            """;

    private final Database database;

    public HandoverStore(Database database) {
        this.database = database;
    }

    /// Begins the book, where there is none yet.
    public void begin() {
        database.run(tx -> {
            try (var statement = tx.handle().getConnection().createStatement()) {
                for (var sql : List.of(TABLE, FUNCTION, TRIGGER)) {
                    statement.execute(sql);
                }
            } catch (SQLException failed) {
                throw new IllegalStateException(failed);
            }
        });
    }

    /// How many payouts were handed over again although the bank had them.
    public long repeated() {
        return count(REPEATED);
    }

    /// How many times anything was handed over.
    public long noted() {
        return count(NOTED);
    }

    private long count(String sql) {
        return database.read(handle -> handle.createQuery(sql).mapTo(Long.class).one());
    }
}
