package dev.sluice.fileimport.payout;

import dev.sluice.auth.Caller;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.disbursement.PayoutPreparation;
import dev.sluice.fileimport.ImportFiles;
import dev.sluice.fileimport.SentFile.Person;
import dev.sluice.fileimport.SentFile.State;
import dev.sluice.fileimport.SentRow;
import dev.sluice.fileimport.payout.PayoutRowStore.Window;
import dev.sluice.ledger.Statement;
import dev.sluice.ledger.Statement.AssetBalance;
import dev.sluice.money.Money;
import dev.sluice.recipient.AccountLengths;
import dev.sluice.sheet.SheetReader;
import dev.sluice.sheet.SheetTurns;
import dev.sluice.sheet.Unreadable;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Files of payouts: reading, preview, confirmation and progress. All methods are scoped to the caller's
/// organization.
public final class PayoutFiles {
    private static final int ROWS_READ_AT_ONCE = 500;

    private final Database database;
    private final ImportFiles<PayoutFile> files;
    private final PayoutRowStore rows;
    private final Clocks clocks;
    private final PayoutPreparation preparation;
    private final PayoutRequests requests;
    private final Statement statement;
    private final DuplicateRows repeats;
    private final byte[] digestKey;

    PayoutFiles(
            Database database,
            ImportFiles<PayoutFile> files,
            PayoutRowStore rows,
            Clocks clocks,
            PayoutPreparation preparation,
            PayoutRequests requests,
            Statement statement,
            byte[] digestKey) {
        this.database = database;
        this.files = files;
        this.rows = rows;
        this.clocks = clocks;
        this.preparation = preparation;
        this.requests = requests;
        this.statement = statement;
        this.repeats = new DuplicateRows(clocks, preparation, requests.references(), digestKey);
        this.digestKey = digestKey.clone();
    }

    /// Cost of the payable rows in one asset, and the available balance.
    public record Cost(int rows, int waiting, Money amount, Money fee, Money available) {
        public Money total() {
            return amount.plus(fee);
        }

        public boolean isCovered() {
            return total().compareTo(available) <= 0;
        }
    }

    /// Progress of a file: rows by state, and its payouts by status.
    public record Progress(Map<PayoutRow.State, Long> rows, Map<String, Long> payouts) {
        public Progress {
            rows = Map.copyOf(rows);
            payouts = Map.copyOf(payouts);
        }

        public long of(PayoutRow.State state) {
            return rows.getOrDefault(state, 0L);
        }

        /// Returns the number of unpaid rows: faulty, left out, or refused at execution.
        public long wrong() {
            return of(PayoutRow.State.FAULTY) + of(PayoutRow.State.LEFT_OUT) + of(PayoutRow.State.REFUSED);
        }

        public long of(String status) {
            return payouts.getOrDefault(status, 0L);
        }
    }

    /// Result of a confirmation.
    public enum Confirmation {
        CONFIRMED,
        /// The file has faulty rows, and the user did not agree to skip them.
        FAULTY,
        /// A file with equal content was paid before, and the user has not consented to pay it again with
        /// knowledge of that.
        PAID_BEFORE,
        /// Rows equal earlier rows of this file or rows of recently confirmed files. The user has not
        /// consented, with knowledge of these, to pay them again or to leave them out.
        REPEATED,
        /// The user chose to leave out the repeated rows, but the list has changed since it was shown.
        OTHERS_REPEATED,
        /// The spreadsheet hides rows. The user has not consented, with knowledge of these, to pay them or to
        /// leave them out.
        HIDDEN,
        /// Fewer rows need approval than the user was shown.
        FEWER_WAIT,
        /// No row can be paid.
        NOTHING,
        /// The available balance is too low.
        SHORT
    }

    /// Consent of the confirming user.
    ///
    /// @param skipFaulty true to pay the payable rows without the faulty ones
    /// @param again token of the duplicate report that was shown, to pay the rows again, or
    /// [DuplicateReport#leavingOut]
    /// @param waiting rows that were shown to need approval, as [ApprovalForecast#shown] encodes them
    /// @param waitingOfRest rows that were shown to need approval if the repeated rows are left out
    public record Consent(boolean skipFaulty, @Nullable String again, String waiting, String waitingOfRest) {
        boolean leavesOut() {
            return again != null && again.startsWith(DuplicateReport.LEAVING_OUT);
        }

        boolean isOf(DuplicateReport duplicates) {
            return leavesOut()
                    ? duplicates.twin() == null && duplicates.leavingOut().equals(again)
                    : duplicates.isNothing() || duplicates.token().equals(again);
        }

        /// Returns the numbers of payable rows that will not be paid.
        Set<Integer> leftOut(DuplicateReport duplicates) {
            return leavesOut() ? duplicates.leavable() : Set.of();
        }

        String shownToWait() {
            return leavesOut() ? waitingOfRest : waiting;
        }
    }

    /// Reads a file and stores its rows with their faults. Pays nothing.
    ///
    /// @param replaced earlier version of the file, which is deleted
    /// @throws Unreadable if there is no table to preview
    /// @throws dev.sluice.refusal.Refused `UNAVAILABLE` if too many files are being read
    public PayoutFile read(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        try (var _ = SheetTurns.take(caller.organizationId())) {
            return readInTurn(caller, name, bytes, replaced);
        }
    }

    private PayoutFile readInTurn(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        var table = PayoutTable.of(SheetReader.read(bytes)).with(requests::whole);
        var judged = PayoutPreview.of(preparation, requests, caller, table);
        int faulty = (int) judged.stream()
                .filter(row -> row.state() == PayoutRow.State.FAULTY)
                .count();
        var file = new PayoutFile(
                caller.organizationId(),
                clocks.newId(),
                table.kind(),
                ImportFiles.shown(name),
                table.sheet(),
                State.READ,
                judged.size(),
                faulty,
                Person.of(caller),
                clocks.instant(),
                null,
                null,
                null);
        database.run(tx -> {
            replaced.ifPresent(id -> files.delete(tx, caller.organizationId(), id));
            PayoutFileStore.insert(tx, file, PayoutColumn.digest(digestKey, judged));
            rows.insert(tx, file, judged, repeats::said);
        });
        return file;
    }

    /// Returns the file queue, for look-up and deletion.
    public ImportFiles<PayoutFile> files() {
        return files;
    }

    /// Returns a page of rows in order, all or only the unpaid ones.
    public List<PayoutRow> rows(PayoutFile file, boolean wrongOnly, int limit, long offset) {
        return database.read(handle -> rows.page(handle, file, wrongOnly, 0, new Window(limit, offset)));
    }

    /// Returns all rows in order.
    public Stream<PayoutRow> rows(PayoutFile file) {
        var window = new Window(ROWS_READ_AT_ONCE, 0);
        return SentRow.all(number -> database.read(handle -> rows.page(handle, file, false, number, window)));
    }

    /// Returns the expected length of account numbers that are too short, by row number.
    public SortedMap<Integer, Integer> shortAccounts(PayoutFile file) {
        return SentRow.shortAccounts(
                rows(file),
                row -> AccountLengths.missed(
                        row.at(PayoutColumn.CURRENCY),
                        row.at(PayoutColumn.BANK_CODE),
                        row.at(PayoutColumn.ACCOUNT_NUMBER)));
    }

    /// Returns a forecast of the rows that need approval if this user confirms the file now.
    ///
    /// @param without numbers of rows that will not be paid
    public ApprovalForecast foreseen(Caller caller, PayoutFile file, Set<Integer> without) {
        var foresight = preparation.foresight(caller);
        return foresight.isOfAny()
                ? ApprovalForecast.of(
                        foresight,
                        requests,
                        file.kind(),
                        rows(file)
                                .filter(row -> row.state() == PayoutRow.State.READY)
                                .filter(row -> !without.contains(row.number())))
                : ApprovalForecast.NONE;
    }

    /// Returns the cost of a file by asset.
    ///
    /// @param without numbers of rows that will not be paid
    /// @param forecast approval forecast; null to use the one from reading the file
    public List<Cost> costs(PayoutFile file, Set<Integer> without, @Nullable ApprovalForecast forecast) {
        var sums = database.read(handle -> PayoutRowStore.sums(handle, file, without));
        var available = statement.standings(file.organizationId()).stream()
                .map(AssetBalance::available)
                .collect(Collectors.toMap(Money::asset, each -> each));
        return sums.stream()
                .map(sum -> new Cost(
                        sum.rows(),
                        forecast == null
                                ? sum.waiting()
                                : forecast.of(sum.amount().asset()),
                        sum.amount(),
                        sum.fee(),
                        available.getOrDefault(
                                sum.amount().asset(), Money.zero(sum.amount().asset()))))
                .toList();
    }

    public Progress progress(PayoutFile file) {
        var counts = database.read(handle -> PayoutRowStore.counts(handle, file));
        var groups = database.read(handle -> PayoutRowStore.groups(handle, file));
        return new Progress(counts, preparation.statuses(file.organizationId(), groups));
    }

    /// Returns the status of the rows' payouts, by payout id.
    public Map<UUID, PayoutPreparation.CurrentState> standings(PayoutFile file, List<PayoutRow> some) {
        return preparation.standings(
                file.organizationId(),
                some.stream().map(PayoutRow::payoutId).filter(Objects::nonNull).toList());
    }

    /// Returns the groups of payouts that were created from a file.
    public List<UUID> groups(PayoutFile file) {
        return database.read(handle -> PayoutRowStore.groups(handle, file));
    }

    /// Returns the file of each group of payouts that was created from one.
    public Map<UUID, PayoutFile> ofGroups(UUID organizationId, Collection<UUID> groups) {
        return groups.isEmpty()
                ? Map.of()
                : database.read(handle -> PayoutFileStore.ofGroups(handle, organizationId, groups));
    }

    /// Returns the duplicate report of an unconfirmed file.
    public DuplicateReport before(PayoutFile file) {
        var found = database.read(handle -> repeats.found(handle, file));
        var nothing = repeats.cameToNothing(file, found);
        return database.read(handle -> before(handle, file, found, nothing));
    }

    private DuplicateReport before(Handle handle, PayoutFile file, List<DuplicateRow> found, Set<UUID> cameToNothing) {
        var twin = PayoutFileStore.paidBefore(handle, file).orElse(null);
        var said = PayoutRowStore.said(handle, file);
        var rows = DuplicateRows.of(said.texts(), found, cameToNothing);
        var within = DuplicateRows.within(said);
        return new DuplicateReport(twin, rows, within, said.hidden(), repeats.token(twin, rows, within, said.hidden()));
    }

    /// Confirms a file for payment at the fees that were shown. This is the only place where a user approves the
    /// payment; it is idempotent. A lock on all unconfirmed files makes the second of two files with equal rows
    /// see the first. Rows forecast to need approval will need it, even if the rules change later. Rows to leave
    /// out are settled in the same transaction.
    public Confirmation confirm(Caller caller, PayoutFile file, Consent consent) {
        var found = database.read(handle -> repeats.found(handle, file));
        var cameToNothing = repeats.cameToNothing(file, found);
        var seen = database.read(handle -> before(handle, file, found, cameToNothing));
        var without = consent.leftOut(seen);
        if (without.size() == file.payable()) {
            return Confirmation.NOTHING;
        }
        var forecast = foreseen(caller, file, without);
        boolean covered = costs(file, without, forecast).stream().allMatch(Cost::isCovered);
        var leftOut = leftOut(file, seen, without);
        return database.inTx(tx -> {
            var now = PayoutFileStore.lock(tx, file.organizationId(), file.id());
            if (now.isEmpty()) {
                return Confirmation.NOTHING;
            }
            if (now.get().state() != State.READ) {
                return Confirmation.CONFIRMED;
            }
            if (file.faulty() > 0 && !consent.skipFaulty()) {
                return Confirmation.FAULTY;
            }
            var duplicates = before(tx.handle(), file, repeats.found(tx.handle(), file), cameToNothing);
            if (!consent.isOf(duplicates) || !consent.leftOut(duplicates).equals(without)) {
                return asked(consent, duplicates);
            }
            if (!covered) {
                return Confirmation.SHORT;
            }
            if (!forecast.isAsShown(consent.shownToWait())) {
                return Confirmation.FEWER_WAIT;
            }
            rows.settle(tx, file, leftOut);
            PayoutRowStore.setWaiting(tx, file, forecast.rows());
            rows.confirm(tx, file, Person.of(caller), clocks.instant());
            return Confirmation.CONFIRMED;
        });
    }

    /// Returns the question that the user has not answered yet.
    private static Confirmation asked(Consent consent, DuplicateReport duplicates) {
        if (consent.leavesOut()) {
            return Confirmation.OTHERS_REPEATED;
        }
        if (duplicates.twin() != null) {
            return Confirmation.PAID_BEFORE;
        }
        return duplicates.hidden().isEmpty() ? Confirmation.REPEATED : Confirmation.HIDDEN;
    }

    private List<PayoutRow> leftOut(PayoutFile file, DuplicateReport duplicates, Set<Integer> numbers) {
        return numbers.isEmpty()
                ? List.of()
                : rows(file)
                        .filter(row -> numbers.contains(row.number()))
                        .map(row -> row.leftOut(DuplicateRows.why(duplicates, row)))
                        .toList();
    }
}
