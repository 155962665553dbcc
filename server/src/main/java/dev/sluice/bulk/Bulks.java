package dev.sluice.bulk;

import dev.sluice.auth.Caller;
import dev.sluice.bulk.BulkRowStore.Window;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.disbursement.Orders;
import dev.sluice.ledger.Statement;
import dev.sluice.ledger.Statement.Standing;
import dev.sluice.money.Money;
import dev.sluice.recipient.AccountLengths;
import dev.sluice.sheet.SheetReader;
import dev.sluice.sheet.SheetTurns;
import dev.sluice.sheet.Unreadable;
import dev.sluice.sheet.file.SentFile.Person;
import dev.sluice.sheet.file.SentFile.State;
import dev.sluice.sheet.file.SentFiles;
import dev.sluice.sheet.file.SentRow;
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

/// Files of payouts: read, looked at, confirmed, and how far they have come. All of them are of the organization that
/// asks.
public final class Bulks {
    private static final int ROWS_READ_AT_ONCE = 500;

    private final Database database;
    private final SentFiles<BulkFile> files;
    private final BulkRowStore rows;
    private final Clocks clocks;
    private final Orders orders;
    private final Requests requests;
    private final Statement statement;
    private final Repeats repeats;
    private final byte[] digestKey;

    Bulks(
            Database database,
            SentFiles<BulkFile> files,
            BulkRowStore rows,
            Clocks clocks,
            Orders orders,
            Requests requests,
            Statement statement,
            byte[] digestKey) {
        this.database = database;
        this.files = files;
        this.rows = rows;
        this.clocks = clocks;
        this.orders = orders;
        this.requests = requests;
        this.statement = statement;
        this.repeats = new Repeats(clocks, orders, requests.references(), digestKey);
        this.digestKey = digestKey.clone();
    }

    /// What the rows of one asset cost that can be paid, and what there is of it.
    public record Cost(int rows, int waiting, Money amount, Money fee, Money available) {
        public Money total() {
            return amount.plus(fee);
        }

        public boolean isCovered() {
            return total().compareTo(available) <= 0;
        }
    }

    /// How far a file has come: its rows by state, and the payouts that were made of them by status.
    public record Progress(Map<BulkRow.State, Long> rows, Map<String, Long> payouts) {
        public Progress {
            rows = Map.copyOf(rows);
            payouts = Map.copyOf(payouts);
        }

        public long of(BulkRow.State state) {
            return rows.getOrDefault(state, 0L);
        }

        /// How many rows are not paid: faulty ones, those that were left out, and those that were refused when they
        /// were to be paid.
        public long wrong() {
            return of(BulkRow.State.FAULTY) + of(BulkRow.State.LEFT_OUT) + of(BulkRow.State.REFUSED);
        }

        public long of(String status) {
            return payouts.getOrDefault(status, 0L);
        }
    }

    /// What came of confirming a file.
    public enum Confirmation {
        CONFIRMED,
        /// It has faulty rows, and nobody said that they shall be skipped.
        FAULTY,
        /// Another one that says the same was paid before, and nobody who knows that said that it shall be paid again.
        PAID_BEFORE,
        /// Some of its rows say the same as earlier ones of it, or as rows of other files that were
        /// confirmed lately, and nobody who knows which said that they shall be paid again, or left out.
        REPEATED,
        /// The repeated rows were to be left out, and they are others by now than whoever said that was shown.
        OTHERS_REPEATED,
        /// The spreadsheet does not show some of its rows, and nobody who knows which said that they shall be paid, or
        /// left out.
        HIDDEN,
        /// Fewer of its rows wait for an approval than whoever confirms it was shown.
        FEWER_WAIT,
        /// None of its rows can be paid.
        NOTHING,
        /// There is not enough money.
        SHORT
    }

    /// What whoever confirms a file knows of it.
    ///
    /// @param skipFaulty that the rows that can be paid are paid without the others
    /// @param again what of it was shown that was paid before: its token to pay it again, or [Before#leavingOut]
    /// @param waiting the rows that were shown to wait for an approval, as [Foreseen#shown] has them
    /// @param waitingOfRest the same where the repeated rows are left out
    public record Consent(boolean skipFaulty, @Nullable String again, String waiting, String waitingOfRest) {
        boolean leavesOut() {
            return again != null && again.startsWith(Before.LEAVING_OUT);
        }

        boolean isOf(Before before) {
            return leavesOut()
                    ? before.twin() == null && before.leavingOut().equals(again)
                    : before.isNothing() || before.token().equals(again);
        }

        /// The rows that are not paid of those that can be, by their numbers.
        Set<Integer> leftOut(Before before) {
            return leavesOut() ? before.leavable() : Set.of();
        }

        String shownToWait() {
            return leavesOut() ? waitingOfRest : waiting;
        }
    }

    /// Reads a file and keeps what it says, and what is wrong with it. Nothing is paid.
    ///
    /// @param replaced a file that this one mends, and that goes
    /// @throws Unreadable where there is nothing to look at
    /// @throws dev.sluice.refusal.Refused `UNAVAILABLE` where too many files are read already
    public BulkFile read(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        try (var _ = SheetTurns.take(caller.organizationId())) {
            return readInTurn(caller, name, bytes, replaced);
        }
    }

    private BulkFile readInTurn(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable {
        var table = Table.of(SheetReader.read(bytes)).with(requests::whole);
        var judged = Preview.of(orders, requests, caller, table);
        int faulty = (int) judged.stream()
                .filter(row -> row.state() == BulkRow.State.FAULTY)
                .count();
        var file = new BulkFile(
                caller.organizationId(),
                clocks.newId(),
                table.kind(),
                SentFiles.shown(name),
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
            BulkStore.insert(tx, file, Column.digest(digestKey, judged));
            rows.insert(tx, file, judged, repeats::said);
        });
        return file;
    }

    /// The files, to be found and to be forgotten.
    public SentFiles<BulkFile> files() {
        return files;
    }

    /// Some rows of a file in their order, all or those that are not paid.
    public List<BulkRow> rows(BulkFile file, boolean wrongOnly, int limit, long offset) {
        return database.read(handle -> rows.page(handle, file, wrongOnly, 0, new Window(limit, offset)));
    }

    /// All rows of a file in their order.
    public Stream<BulkRow> rows(BulkFile file) {
        var window = new Window(ROWS_READ_AT_ONCE, 0);
        return SentRow.all(number -> database.read(handle -> rows.page(handle, file, false, number, window)));
    }

    /// How many digits the account numbers of rows should have that have fewer, by the numbers of the rows.
    public SortedMap<Integer, Integer> shortAccounts(BulkFile file) {
        return SentRow.shortAccounts(
                rows(file),
                row -> AccountLengths.missed(
                        row.at(Column.CURRENCY), row.at(Column.BANK_CODE), row.at(Column.ACCOUNT_NUMBER)));
    }

    /// Which rows of a file wait for an approval, if a person has it paid now.
    ///
    /// @param without rows that are not paid, by their numbers
    public Foreseen foreseen(Caller caller, BulkFile file, Set<Integer> without) {
        var foresight = orders.foresight(caller);
        return foresight.isOfAny()
                ? Foreseen.of(
                        foresight,
                        requests,
                        file.kind(),
                        rows(file)
                                .filter(row -> row.state() == BulkRow.State.READY)
                                .filter(row -> !without.contains(row.number())))
                : Foreseen.NONE;
    }

    /// What a file costs.
    ///
    /// @param without rows that are not paid, by their numbers
    /// @param foreseen of its rows; nothing where it is told what was foreseen when it was read
    public List<Cost> costs(BulkFile file, Set<Integer> without, @Nullable Foreseen foreseen) {
        var sums = database.read(handle -> BulkRowStore.sums(handle, file, without));
        var available = statement.standings(file.organizationId()).stream()
                .map(Standing::available)
                .collect(Collectors.toMap(Money::asset, each -> each));
        return sums.stream()
                .map(sum -> new Cost(
                        sum.rows(),
                        foreseen == null
                                ? sum.waiting()
                                : foreseen.of(sum.amount().asset()),
                        sum.amount(),
                        sum.fee(),
                        available.getOrDefault(
                                sum.amount().asset(), Money.zero(sum.amount().asset()))))
                .toList();
    }

    public Progress progress(BulkFile file) {
        var counts = database.read(handle -> BulkRowStore.counts(handle, file));
        var groups = database.read(handle -> BulkRowStore.groups(handle, file));
        return new Progress(counts, orders.statuses(file.organizationId(), groups));
    }

    /// How the payouts of some rows stand, by their ids.
    public Map<UUID, Orders.Standing> standings(BulkFile file, List<BulkRow> some) {
        return orders.standings(
                file.organizationId(),
                some.stream().map(BulkRow::payoutId).filter(Objects::nonNull).toList());
    }

    /// The groups of the payouts that were made of a file.
    public List<UUID> groups(BulkFile file) {
        return database.read(handle -> BulkRowStore.groups(handle, file));
    }

    /// The files that some groups of payouts were made of, where they were made of one.
    public Map<UUID, BulkFile> ofGroups(UUID organizationId, Collection<UUID> groups) {
        return groups.isEmpty()
                ? Map.of()
                : database.read(handle -> BulkStore.ofGroups(handle, organizationId, groups));
    }

    /// What of a file that waits to be confirmed was paid before.
    public Before before(BulkFile file) {
        var found = database.read(handle -> repeats.found(handle, file));
        var nothing = repeats.cameToNothing(file, found);
        return database.read(handle -> before(handle, file, found, nothing));
    }

    private Before before(Handle handle, BulkFile file, List<Repeat> found, Set<UUID> cameToNothing) {
        var twin = BulkStore.paidBefore(handle, file).orElse(null);
        var said = BulkRowStore.said(handle, file);
        var rows = Repeats.of(said.texts(), found, cameToNothing);
        var within = Repeats.within(said);
        return new Before(twin, rows, within, said.hidden(), repeats.token(twin, rows, within, said.hidden()));
    }

    /// Has a file paid, at the fees that were shown or not at all. This is the one place where a person
    /// decides; doing it twice is no error and pays once. Of two files that say the same, in all or in some
    /// rows, the second one to come here knows of the first, and so does the second of two rows of one file.
    /// What is foreseen to wait for an approval waits, whatever the rules are once it is made. Rows that are
    /// left out are so from the moment on in which the others are to be paid.
    public Confirmation confirm(Caller caller, BulkFile file, Consent consent) {
        var found = database.read(handle -> repeats.found(handle, file));
        var cameToNothing = repeats.cameToNothing(file, found);
        var seen = database.read(handle -> before(handle, file, found, cameToNothing));
        var without = consent.leftOut(seen);
        if (without.size() == file.payable()) {
            return Confirmation.NOTHING;
        }
        var foreseen = foreseen(caller, file, without);
        boolean covered = costs(file, without, foreseen).stream().allMatch(Cost::isCovered);
        var leftOut = leftOut(file, seen, without);
        return database.inTx(tx -> {
            var now = BulkStore.lock(tx, file.organizationId(), file.id());
            if (now.isEmpty()) {
                return Confirmation.NOTHING;
            }
            if (now.get().state() != State.READ) {
                return Confirmation.CONFIRMED;
            }
            if (file.faulty() > 0 && !consent.skipFaulty()) {
                return Confirmation.FAULTY;
            }
            var before = before(tx.handle(), file, repeats.found(tx.handle(), file), cameToNothing);
            if (!consent.isOf(before) || !consent.leftOut(before).equals(without)) {
                return asked(consent, before);
            }
            if (!covered) {
                return Confirmation.SHORT;
            }
            if (!foreseen.isAsShown(consent.shownToWait())) {
                return Confirmation.FEWER_WAIT;
            }
            rows.settle(tx, file, leftOut);
            BulkRowStore.setWaiting(tx, file, foreseen.rows());
            BulkStore.confirm(tx, file, Person.of(caller), clocks.instant());
            return Confirmation.CONFIRMED;
        });
    }

    /// What somebody is asked who has not said yes to what there is.
    private static Confirmation asked(Consent consent, Before before) {
        if (consent.leavesOut()) {
            return Confirmation.OTHERS_REPEATED;
        }
        if (before.twin() != null) {
            return Confirmation.PAID_BEFORE;
        }
        return before.hidden().isEmpty() ? Confirmation.REPEATED : Confirmation.HIDDEN;
    }

    private List<BulkRow> leftOut(BulkFile file, Before before, Set<Integer> numbers) {
        return numbers.isEmpty()
                ? List.of()
                : rows(file)
                        .filter(row -> numbers.contains(row.number()))
                        .map(row -> row.leftOut(Repeats.why(before, row)))
                        .toList();
    }
}
