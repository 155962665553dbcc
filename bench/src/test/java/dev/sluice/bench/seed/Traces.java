package dev.sluice.bench.seed;

import dev.sluice.db.Database;
import dev.sluice.vault.Vault;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// All rows of one payout in all tables, column by column. Values that differ between any two payouts are replaced by
/// their kind: the payout's own id, times in order, other ids, running balances.
record Traces(Map<String, List<Map<String, String>>> tables) {
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern WIRE_TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z");
    private static final Pattern BALANCE = Pattern.compile("\"balance\":\\{[^}]*}");
    private static final List<String> RUNNING = List.of(
            "before_units", "after_units", "position", "available_after", "reference", "rail_reference", "read_at");
    /// All tables of the schema with payouts, and the column with the payout's id.
    private static final String TABLES = """
            SELECT DISTINCT ON (table_name) table_name, column_name FROM information_schema.columns
            WHERE table_schema = 'public' AND data_type = 'uuid'
                  AND table_name ~ '^(disbursement.*|rail_.*|ledger_transfer|event)$' AND table_name !~ 'tally'
                  AND column_name IN ('disbursement_id', 'payment_id', 'payout_id', 'resource_id', 'id')
            ORDER BY table_name, column_name = 'id'
            """;
    private static final Map<String, String> SEALED = Map.of(
            "disbursement.payee",
            "disbursement/payee",
            "event.data",
            "event",
            "idempotency_answer.body",
            "idempotency");

    static Traces of(Database database, Vault vault, UUID organization, UUID payout) {
        return database.read(handle -> {
            var tables = new TreeMap<String, List<Map<String, String>>>();
            handle.createQuery(TABLES)
                    .map((row, _) -> Map.entry(row.getString(1), row.getString(2)))
                    .forEach(each -> tables.put(
                            each.getKey(),
                            rows(
                                    handle,
                                    vault,
                                    organization,
                                    payout,
                                    each.getKey(),
                                    each.getValue() + " = '" + payout + "'")));
            tables.put("idempotency_answer", answers(handle, vault, organization, payout));
            return new Traces(tables);
        });
    }

    /// Returns the stored answers about a payout in its own group, sorted, since the table has no order.
    private static List<Map<String, String>> answers(Handle handle, Vault vault, UUID organization, UUID payout) {
        return rows(handle, vault, organization, payout, "idempotency_answer", "true").stream()
                .filter(row -> row.get("body").contains("\"disbursementId\":\"this\""))
                .sorted(Comparator.comparing(row -> row.get("body")))
                .toList();
    }

    private static List<Map<String, String>> rows(
            Handle handle, Vault vault, UUID organization, UUID payout, String table, String which) {
        var order = table.equals("ledger_transfer") || table.equals("event") ? " ORDER BY sequence" : "";
        var rows = handle.createQuery("SELECT * FROM " + table + " WHERE " + which + order)
                .map((row, _) -> row(row, vault, organization, table))
                .list();
        return rows.stream().map(row -> told(row, payout)).toList();
    }

    private static Map<String, String> row(ResultSet row, Vault vault, UUID organization, String table)
            throws SQLException {
        var columns = new LinkedHashMap<String, String>();
        var meta = row.getMetaData();
        for (int i = 1; i <= meta.getColumnCount(); i++) {
            var column = meta.getColumnName(i);
            var value = row.getString(i);
            var purpose = SEALED.get(table + "." + column);
            if (value == null) {
                columns.put(column, "null");
            } else if (purpose != null) {
                columns.put(
                        column, new String(vault.open(organization, purpose, row.getBytes(i)), StandardCharsets.UTF_8));
            } else if (meta.getColumnTypeName(i).equals("bytea")) {
                columns.put(column, row.getBytes(i).length + " bytes");
            } else if (meta.getColumnTypeName(i).equals("timestamptz")) {
                columns.put(
                        column,
                        row.getObject(i, OffsetDateTime.class).toInstant().toString());
            } else {
                columns.put(column, value);
            }
        }
        return columns;
    }

    private static Map<String, String> told(Map<String, String> row, UUID payout) {
        var times = new TreeSet<String>();
        var payee = row.get("payee");
        row.forEach((column, value) -> {
            if (!value.equals(payee)) {
                WIRE_TIME.matcher(value).results().forEach(match -> times.add(normal(match.group())));
            }
        });
        var order = new ArrayList<>(times);
        return row.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        each -> each.getValue().equals(payee)
                                ? payee
                                : RUNNING.contains(each.getKey())
                                                && !each.getValue().equals("null")
                                        ? "any"
                                        : told(each.getValue(), payout, order),
                        (one, _) -> one,
                        LinkedHashMap::new));
    }

    private static String told(String value, UUID payout, List<String> times) {
        var timeless = WIRE_TIME.matcher(value).replaceAll(match -> "time " + times.indexOf(normal(match.group())));
        var own = timeless.replace(payout.toString(), "this");
        var idless = ID.matcher(own).replaceAll("id");
        return BALANCE.matcher(idless)
                .replaceAll("\"balance\"")
                .replaceAll("\"reference\":\"[^\"]*\"", "\"reference\"");
    }

    /// Normalizes an instant to text without trailing zeros.
    private static String normal(String time) {
        return Instant.parse(time).toString();
    }
}
