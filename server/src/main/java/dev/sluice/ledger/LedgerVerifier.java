package dev.sluice.ledger;

import dev.sluice.db.Database;
import dev.sluice.db.Keyset;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// Verifies the ledger: each asset sums to zero, no merchant account is overdrawn, and every balance equals its
/// journal. Every statement adds up line by line, every payment has moved exactly the money that its status requires,
/// and rails pay the requested amounts. All data comes from one snapshot, so that a running service can be verified.
public final class LedgerVerifier {
    private static final int FAULTS_MAX = 100;
    private static final UUID FIRST = new UUID(0, 0);
    private static final int PAGE = 1_000;

    private final Handle snapshot;
    private final Consumer<Report> progress;
    private final List<String> faults = new ArrayList<>();
    private long accounts;
    private long transfers;
    private long payments;
    private long expectedTransfers;

    private LedgerVerifier(Handle snapshot, Consumer<Report> progress) {
        this.snapshot = snapshot;
        this.progress = progress;
    }

    /// The money that payments should have moved, from a package that owns payments. Pages are in the order of
    /// (organization, payment). It is called inside the audit's snapshot, after the planner has been restricted to
    /// index scans.
    @FunctionalInterface
    public interface Payments {
        void forEachPage(Handle snapshot, Consumer<List<Expected>> visitor);

        /// Compares the payments with other records of them and reports each difference.
        default void compare(Handle snapshot, Consumer<String> fault) {}
    }

    /// Reads the money that a row's payment should have moved by now.
    @FunctionalInterface
    public interface MovedReader {
        Map<Place, BigInteger> read(ResultSet row) throws SQLException;
    }

    /// Returns the payments of a table page by page. The query selects at most `:limit` rows after
    /// (`:organization`, `:id`) in that order. A row has `organization_id`, `id`, the number of its `transfers`,
    /// and the columns that the reader needs.
    public static Payments walk(String query, MovedReader reader) {
        return (snapshot, visitor) -> new Keyset<>(
                        new Expected(FIRST, FIRST, Map.of(), 0),
                        PAGE,
                        last -> LedgerVerifierStore.after(snapshot, query, last, PAGE, reader),
                        Function.identity())
                .forEachPage(visitor);
    }

    /// The amounts that a payment should have moved by place, and the number of its transfers.
    public record Expected(UUID organizationId, UUID paymentId, Map<Place, BigInteger> moved, int transfers) {}

    /// An account in one asset.
    public record Place(String asset, Account account) {}

    /// Counts of a verification and the faults found.
    public record Report(long accounts, long transfers, long payments, List<String> faults) {
        public boolean isClean() {
            return faults.isEmpty();
        }
    }

    /// Verifies the ledger.
    public static Report verify(Database database, List<Payments> owners) {
        return verify(database, owners, _ -> {});
    }

    /// Verifies the ledger and reports progress.
    ///
    /// @param progress receives the counts after each page
    static Report verify(Database database, List<Payments> owners, Consumer<Report> progress) {
        return database.snapshot(handle -> new LedgerVerifier(handle, progress).run(owners));
    }

    private Report run(List<Payments> owners) {
        accounts = LedgerVerifierStore.accounts(snapshot);
        transfers = LedgerVerifierStore.transfers(snapshot);
        progress.accept(report());
        found("not zero", LedgerVerifierStore.notZero(snapshot, FAULTS_MAX));
        found("overdrawn", LedgerVerifierStore.overdrawn(snapshot, FAULTS_MAX));
        found("balance differs from its journal", LedgerVerifierStore.notTheJournal(snapshot, FAULTS_MAX));
        found("statement does not add up", LedgerVerifierStore.brokenStatement(snapshot, FAULTS_MAX));
        found("statement's length is wrong", LedgerVerifierStore.wrongPosition(snapshot, FAULTS_MAX));
        comparePayments(owners);
        return report();
    }

    private Report report() {
        return new Report(accounts, transfers, payments, List.copyOf(faults));
    }

    private void comparePayments(List<Payments> owners) {
        long known = LedgerVerifierStore.paymentTransfers(snapshot);
        LedgerVerifierStore.goByIndex(snapshot);
        owners.forEach(owner -> owner.forEachPage(snapshot, this::comparePage));
        owners.forEach(owner -> owner.compare(snapshot, this::fault));
        if (known != expectedTransfers) {
            fault("payments account for " + expectedTransfers + " transfers, the journal has " + known);
        }
    }

    private void comparePage(List<Expected> page) {
        if (page.isEmpty()) {
            return;
        }
        var moved = new HashMap<Key, Net>();
        page.stream()
                .collect(Collectors.groupingBy(
                        Expected::organizationId, Collectors.mapping(Expected::paymentId, Collectors.toList())))
                .forEach((organization, ids) -> LedgerVerifierStore.ofPayments(snapshot, organization, ids)
                        .forEach(transfer -> moved.computeIfAbsent(
                                        new Key(transfer.organizationId(), transfer.paymentId()), _ -> new Net())
                                .add(transfer)));
        for (var expected : page) {
            payments++;
            expectedTransfers += expected.transfers();
            var actual = moved.get(new Key(expected.organizationId(), expected.paymentId()));
            compare(expected, actual == null ? new Net() : actual);
        }
        progress.accept(report());
    }

    private void compare(Expected expected, Net actual) {
        var wanted = new HashMap<>(expected.moved());
        wanted.values().removeIf(units -> units.signum() == 0);
        actual.units.values().removeIf(units -> units.signum() == 0);
        if (!wanted.equals(actual.units) || expected.transfers() != actual.transfers) {
            fault("payment " + expected.paymentId() + " of organization " + expected.organizationId() + ": expected "
                    + description(wanted, expected.transfers()) + "; found "
                    + description(actual.units, actual.transfers));
        }
    }

    /// Returns amounts in words, sorted, such as `IDR available -100, IDR held 100 in 1 transfer`.
    private static String description(Map<Place, BigInteger> units, int transfers) {
        var amounts = units.entrySet().stream()
                .map(each ->
                        each.getKey().asset() + " " + each.getKey().account().role() + " " + each.getValue())
                .sorted()
                .collect(Collectors.joining(", "));
        return (amounts.isEmpty() ? "nothing" : amounts) + " in " + transfers
                + (transfers == 1 ? " transfer" : " transfers");
    }

    private void found(String what, List<String> rows) {
        rows.forEach(row -> fault(what + ": " + row));
    }

    private void fault(String line) {
        if (faults.size() < FAULTS_MAX) {
            faults.add(line);
        }
    }

    private record Key(UUID organizationId, UUID paymentId) {}

    /// Net amounts that a payment has moved by place, credits minus debits, and the number of its transfers.
    private static final class Net {
        final Map<Place, BigInteger> units = new HashMap<>();
        int transfers;

        void add(LedgerVerifierStore.Moved transfer) {
            transfers = Math.max(transfers, transfer.sequence());
            units.merge(new Place(transfer.asset(), transfer.credit()), transfer.units(), BigInteger::add);
            units.merge(
                    new Place(transfer.asset(), transfer.debit()),
                    transfer.units().negate(),
                    BigInteger::add);
        }
    }
}
