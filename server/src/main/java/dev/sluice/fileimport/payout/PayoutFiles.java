package dev.sluice.fileimport.payout;

import dev.sluice.auth.Caller;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.disbursement.create.PayoutPreparation;
import dev.sluice.fileimport.DuplicateRow;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.FileImport.Parsed;
import dev.sluice.fileimport.Hidden;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportFile.Person;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.fileimport.ImportRow.State;
import dev.sluice.fileimport.Payments;
import dev.sluice.ledger.Statement;
import dev.sluice.ledger.Statement.AssetBalance;
import dev.sluice.money.Money;
import dev.sluice.recipient.AccountLengths;
import dev.sluice.sheet.Unreadable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Files of payouts: reading, preview, confirmation and progress. All methods are scoped to the caller's
/// organization.
public final class PayoutFiles {
    private final Database database;
    private final FileImport<PayoutColumn> imports;
    private final Payments payments;
    private final PayoutPreparation preparation;
    private final PayoutRequests requests;
    private final Statement statement;
    private final DuplicateRows repeats;
    private final byte[] digestKey;

    PayoutFiles(
            Database database,
            FileImport<PayoutColumn> imports,
            Clocks clocks,
            PayoutPreparation preparation,
            PayoutRequests requests,
            Statement statement,
            byte[] digestKey) {
        this.database = database;
        this.imports = imports;
        this.payments = new Payments(database);
        this.preparation = preparation;
        this.requests = requests;
        this.statement = statement;
        this.repeats = new DuplicateRows(payments, clocks, preparation, requests.references(), digestKey);
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
    public record Progress(FileImport.Progress rows, Map<String, Long> payouts) {
        public Progress {
            payouts = Map.copyOf(payouts);
        }

        public long of(State state) {
            return rows.of(state);
        }

        /// Returns the number of unpaid rows: faulty, left out, or refused at execution.
        public long wrong() {
            return rows.wrong();
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
    public ImportFile read(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        return imports.read(caller, name, bytes, replaced, sheet -> {
            var table = PayoutTable.of(sheet).with(requests::whole);
            var rows = PayoutPreview.of(preparation, requests, caller, table);
            return new Parsed<>(table.kind(), rows, PayoutColumn.digest(digestKey, rows), repeats::digest);
        });
    }

    /// Returns the stored files and rows.
    public FileImport<PayoutColumn> imports() {
        return imports;
    }

    /// Returns the expected length of account numbers that are too short, by row number.
    public SortedMap<Integer, Integer> shortAccounts(ImportFile file) {
        return ImportRow.shortAccounts(
                imports.rows(file),
                row -> AccountLengths.missed(
                        row.at(PayoutColumn.CURRENCY),
                        row.at(PayoutColumn.BANK_CODE),
                        row.at(PayoutColumn.ACCOUNT_NUMBER)));
    }

    /// Returns a forecast of the rows that need approval if this user confirms the file now.
    ///
    /// @param without numbers of rows that will not be paid
    public ApprovalForecast forecast(Caller caller, ImportFile file, Set<Integer> without) {
        var foresight = preparation.forecast(caller);
        return foresight.isOfAny()
                ? ApprovalForecast.of(
                        foresight,
                        requests,
                        file.paidAssets(),
                        imports.rows(file)
                                .filter(row -> row.state() == State.READY)
                                .filter(row -> !without.contains(row.number())))
                : ApprovalForecast.NONE;
    }

    /// Returns the cost of a file by asset.
    ///
    /// @param without numbers of rows that will not be paid
    /// @param forecast approval forecast; null to use the one from reading the file
    public List<Cost> costs(ImportFile file, Set<Integer> without, @Nullable ApprovalForecast forecast) {
        var sums = payments.sums(file, without);
        var available = statement.balances(file.organizationId()).stream()
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

    public Progress progress(ImportFile file) {
        return new Progress(imports.progress(file), preparation.statuses(file.organizationId(), groups(file)));
    }

    /// Returns the status of the rows' payouts, by payout id.
    public Map<UUID, PayoutPreparation.CurrentState> states(ImportFile file, List<ImportRow<PayoutColumn>> some) {
        return preparation.states(
                file.organizationId(),
                some.stream().map(ImportRow::createdId).filter(Objects::nonNull).toList());
    }

    /// Returns the groups of payouts that were created from a file.
    public List<UUID> groups(ImportFile file) {
        return payments.groups(file);
    }

    /// Returns the duplicate report of an unconfirmed file.
    public DuplicateReport duplicates(ImportFile file) {
        var duplicates = database.read(handle -> repeats.find(handle, file));
        var nothing = repeats.failed(file, duplicates);
        return database.read(handle -> duplicates(handle, file, duplicates, nothing));
    }

    private DuplicateReport duplicates(
            Handle handle, ImportFile file, List<DuplicateRow> duplicates, Set<UUID> cameToNothing) {
        var twin = imports.files().confirmedBefore(handle, file).orElse(null);
        var digests = payments.digests(handle, file);
        var rows = DuplicateRows.of(digests.texts(), duplicates, cameToNothing);
        var within = DuplicateRows.within(digests);
        return new DuplicateReport(
                twin, rows, within, digests.hidden(), repeats.token(twin, rows, within, digests.hidden()));
    }

    /// Confirms a file for payment at the fees that were shown. This is the only place where a user approves the
    /// payment; it is idempotent. A lock on all unconfirmed files makes the second of two files with equal rows
    /// see the first. Rows forecast to need approval will need it, even if the rules change later. Rows to leave
    /// out are settled in the same transaction.
    public Confirmation confirm(Caller caller, ImportFile file, Consent consent) {
        var found = database.read(handle -> repeats.find(handle, file));
        var cameToNothing = repeats.failed(file, found);
        var seen = database.read(handle -> duplicates(handle, file, found, cameToNothing));
        var without = consent.leftOut(seen);
        if (without.size() == file.payable()) {
            return Confirmation.NOTHING;
        }
        var forecast = forecast(caller, file, without);
        boolean covered = costs(file, without, forecast).stream().allMatch(Cost::isCovered);
        var leftOut = leftOut(file, seen, without);
        return database.inTx(tx -> {
            var now = imports.files().lockUnconfirmed(tx, file);
            if (now.isEmpty()) {
                return Confirmation.NOTHING;
            }
            if (now.get().state() != ImportFile.State.READ) {
                return Confirmation.CONFIRMED;
            }
            if (file.faulty() > 0 && !consent.skipFaulty()) {
                return Confirmation.FAULTY;
            }
            var duplicates = duplicates(tx.handle(), file, repeats.find(tx.handle(), file), cameToNothing);
            if (!consent.isOf(duplicates) || !consent.leftOut(duplicates).equals(without)) {
                return unanswered(consent, duplicates);
            }
            if (!covered) {
                return Confirmation.SHORT;
            }
            if (!forecast.isAsShown(consent.shownToWait())) {
                return Confirmation.FEWER_WAIT;
            }
            imports.settleOpen(tx, file, leftOut);
            payments.setWaiting(tx, file, forecast.rows());
            imports.confirm(tx, file, Person.of(caller), Hidden.INCLUDED);
            return Confirmation.CONFIRMED;
        });
    }

    /// Returns the question that the user has not answered yet.
    private static Confirmation unanswered(Consent consent, DuplicateReport duplicates) {
        if (consent.leavesOut()) {
            return Confirmation.OTHERS_REPEATED;
        }
        if (duplicates.twin() != null) {
            return Confirmation.PAID_BEFORE;
        }
        return duplicates.hidden().isEmpty() ? Confirmation.REPEATED : Confirmation.HIDDEN;
    }

    private List<ImportRow<PayoutColumn>> leftOut(ImportFile file, DuplicateReport duplicates, Set<Integer> numbers) {
        return numbers.isEmpty()
                ? List.of()
                : imports.rows(file)
                        .filter(row -> numbers.contains(row.number()))
                        .map(row -> row.is(State.LEFT_OUT, List.of(DuplicateRows.fault(duplicates, row)), null))
                        .toList();
    }
}
