package dev.sluice.rail.iso20022.inbound;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_iso20022_statement`.
final class StatementStore {
    private static final String COLUMNS = """
            id, account, kind, day, number, statement_id, from_day, asset, exponent, opening, closing, continued,
            continues, file_id, page, applied_at, mac
            """;

    private static final String INSERT = """
            INSERT INTO rail_iso20022_statement (id, account, kind, day, year, number, statement_id, from_day, asset,
                                             exponent, opening, closing, continued, continues, file_id, page,
                                             applied_at, mac)
            VALUES (:id, :account, :kind, :day, :year, :number, :statement_id, :from_day, :asset, :exponent, :opening,
                    :closing, :continued, :continues, :file_id, :page, :applied_at, :mac)
            """;

    private static final String OF_ACCOUNT = "SELECT " + COLUMNS + """
            FROM rail_iso20022_statement WHERE account = :account ORDER BY kind, day, applied_at, page
            """;

    private static final String AFTER = "SELECT " + COLUMNS + """
            FROM rail_iso20022_statement WHERE id > :id ORDER BY id LIMIT :limit
            """;

    private final RecordMac macs;

    StatementStore(Vault vault) {
        this.macs = vault.mac("rail/bank/statement");
    }

    private record Row(StatementPage page, byte @Nullable [] mac) {}

    void insert(Tx tx, StatementPage page) {
        tx.handle()
                .createUpdate(INSERT)
                .bind("id", page.id())
                .bind("account", page.account())
                .bind("kind", page.kind())
                .bind("day", page.day())
                .bind("year", page.year())
                .bind("number", page.number())
                .bind("statement_id", page.statementId())
                .bind("from_day", page.fromDay())
                .bind("asset", page.opening().asset().code())
                .bind("exponent", page.opening().asset().exponent())
                .bind("opening", new BigDecimal(page.opening().units()))
                .bind("closing", new BigDecimal(page.closing().units()))
                .bind("continued", page.continued())
                .bind("continues", page.continues())
                .bind("file_id", page.file())
                .bind("page", page.page())
                .bind("applied_at", page.appliedAt())
                .bind("mac", macs.of(fields(page)))
                .execute();
    }

    /// Returns the pages of an account, by kind and day.
    List<StatementPage> ofAccount(Handle handle, String account) {
        return handle.createQuery(OF_ACCOUNT).bind("account", account).map((row, _) -> row(row)).list().stream()
                .map(this::authentic)
                .toList();
    }

    /// Reports each page that differs from the record that the service wrote.
    void verify(Handle snapshot, Consumer<String> fault) {
        new AllRows<>(AFTER, StatementStore::row, (Row each) -> each.page().id(), "bank statement")
                .verify(snapshot, this::isAuthentic, fault);
    }

    private StatementPage authentic(Row row) {
        if (!isAuthentic(row)) {
            throw new AlteredRecord("bank statement " + row.page().id());
        }
        return row.page();
    }

    private boolean isAuthentic(Row row) {
        return macs.isOf(row.mac(), fields(row.page()));
    }

    private static List<@Nullable Object> fields(StatementPage page) {
        return Arrays.asList(
                page.id(),
                page.account(),
                page.kind(),
                page.day(),
                page.number(),
                page.statementId(),
                page.fromDay(),
                page.opening().asset().code(),
                page.opening().asset().exponent(),
                page.opening().units(),
                page.closing().units(),
                page.continued(),
                page.continues(),
                page.file(),
                page.page(),
                page.appliedAt().truncatedTo(ChronoUnit.MICROS));
    }

    private static Row row(ResultSet row) throws SQLException {
        var asset = Asset.fiat(row.getString("asset"), row.getInt("exponent"));
        return new Row(
                new StatementPage(
                        row.getObject("id", UUID.class),
                        row.getString("account"),
                        row.getString("kind"),
                        row.getObject("day", LocalDate.class),
                        row.getString("number"),
                        row.getString("statement_id"),
                        row.getObject("from_day", LocalDate.class),
                        new Money(row.getBigDecimal("opening").toBigInteger(), asset),
                        new Money(row.getBigDecimal("closing").toBigInteger(), asset),
                        row.getBoolean("continued"),
                        row.getBoolean("continues"),
                        row.getObject("file_id", UUID.class),
                        row.getInt("page"),
                        Times.instant(row, "applied_at")),
                row.getBytes("mac"));
    }
}
