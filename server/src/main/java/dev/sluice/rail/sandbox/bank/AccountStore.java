package dev.sluice.rail.sandbox.bank;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// SQL of `rail_sandbox_bank_account` and `rail_sandbox_bank_day`.
final class AccountStore {
    private static final String OPEN = """
            INSERT INTO rail_sandbox_bank_account (bank, seed, open_day, opening, balance, statement_year,
                                                   statement_number, reported_at)
            VALUES (:bank, :seed, :openDay, :balance, :balance, :year, 0, :now) ON CONFLICT (bank) DO NOTHING
            """;

    private static final String COLUMNS = """
            seed, open_day, opening, balance, last_id, statement_year, statement_number, reported_at
            """;

    private static final String READ = "SELECT " + COLUMNS + "FROM rail_sandbox_bank_account WHERE bank = :bank";

    /// A node that finds the row locked leaves the step to the other one.
    private static final String LOCK_IF_FREE = READ + " FOR UPDATE SKIP LOCKED";

    private static final String LOCK = READ + " FOR UPDATE";

    private static final String SAVE = """
            UPDATE rail_sandbox_bank_account
            SET open_day = :openDay, opening = :opening, balance = :balance, last_id = :lastId,
                statement_year = :statementYear, statement_number = :statementNumber, reported_at = :reportedAt
            WHERE bank = :bank
            """;

    private static final String RESEED = "UPDATE rail_sandbox_bank_account SET seed = :seed WHERE bank = :bank";

    private static final String CLOSE = """
            INSERT INTO rail_sandbox_bank_day (bank, day, year, number, opening, closing)
            VALUES (:bank, :day, :year, :number, :opening, :closing)
            """;

    private static final String DAYS = """
            SELECT day, year, number, opening, closing FROM rail_sandbox_bank_day WHERE bank = :bank ORDER BY day
            """;

    private static final String DAY = """
            SELECT day, year, number, opening, closing FROM rail_sandbox_bank_day WHERE bank = :bank AND day = :day
            """;

    private AccountStore() {}

    /// State of the account. `openDay` is the day of the next booking, `opening` its opening balance.
    record Row(
            long seed,
            LocalDate openDay,
            long opening,
            long balance,
            long lastId,
            int statementYear,
            int statementNumber,
            Instant reportedAt) {}

    static void open(Tx tx, BankSettings settings, LocalDate day, Instant now) {
        tx.handle()
                .createUpdate(OPEN)
                .bind("bank", settings.bank())
                .bind("seed", 0L)
                .bind("openDay", day)
                .bind("balance", settings.opening())
                .bind("year", day.getYear())
                .bind("now", now)
                .execute();
    }

    static Optional<Row> lockIfFree(Tx tx, String bank) {
        return row(tx.handle(), LOCK_IF_FREE, bank);
    }

    static Row lock(Tx tx, String bank) {
        return row(tx.handle(), LOCK, bank).orElseThrow();
    }

    static Optional<Row> read(Handle handle, String bank) {
        return row(handle, READ, bank);
    }

    private static Optional<Row> row(Handle handle, String sql, String bank) {
        return handle.createQuery(sql)
                .bind("bank", bank)
                .map((row, _) -> row(row))
                .findOne();
    }

    static void save(Tx tx, String bank, Row row) {
        tx.handle()
                .createUpdate(SAVE)
                .bind("bank", bank)
                .bind("openDay", row.openDay())
                .bind("opening", row.opening())
                .bind("balance", row.balance())
                .bind("lastId", row.lastId())
                .bind("statementYear", row.statementYear())
                .bind("statementNumber", row.statementNumber())
                .bind("reportedAt", row.reportedAt())
                .execute();
    }

    static void reseed(Tx tx, String bank, long seed) {
        tx.handle().createUpdate(RESEED).bind("bank", bank).bind("seed", seed).execute();
    }

    static void close(Tx tx, String bank, ClosedDay day) {
        tx.handle()
                .createUpdate(CLOSE)
                .bind("bank", bank)
                .bind("day", day.day())
                .bind("year", day.year())
                .bind("number", day.number())
                .bind("opening", day.opening())
                .bind("closing", day.closing())
                .execute();
    }

    static List<ClosedDay> days(Handle handle, String bank) {
        return handle.createQuery(DAYS)
                .bind("bank", bank)
                .map((row, _) -> day(row))
                .list();
    }

    static Optional<ClosedDay> day(Handle handle, String bank, LocalDate day) {
        return handle.createQuery(DAY)
                .bind("bank", bank)
                .bind("day", day)
                .map((row, _) -> day(row))
                .findOne();
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                row.getLong("seed"),
                row.getObject("open_day", LocalDate.class),
                row.getLong("opening"),
                row.getLong("balance"),
                row.getLong("last_id"),
                row.getInt("statement_year"),
                row.getInt("statement_number"),
                Times.instant(row, "reported_at"));
    }

    private static ClosedDay day(ResultSet row) throws SQLException {
        return new ClosedDay(
                row.getObject("day", LocalDate.class),
                row.getInt("year"),
                row.getInt("number"),
                row.getLong("opening"),
                row.getLong("closing"));
    }
}
