package dev.sluice.resilience.stage;

import dev.sluice.db.Database;
import java.sql.SQLException;
import java.util.List;

/// Records every submission of a payout to the sandbox's bank. The bank deduplicates payouts, and so would hide a
/// second submission. A trigger in PostgreSQL writes the record before the look-up of duplicates, so that the tested
/// service is the shipped one.
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

    /// For behaviour 25, the bank loses the first submission and then reports NotSeen, so two are correct.
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

    /// Creates the record if it does not exist.
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

    /// Returns the number of payouts that were submitted again although the bank had them.
    public long repeated() {
        return count(REPEATED);
    }

    /// Returns the number of submissions.
    public long noted() {
        return count(NOTED);
    }

    private long count(String sql) {
        return database.read(handle -> handle.createQuery(sql).mapTo(Long.class).one());
    }
}
