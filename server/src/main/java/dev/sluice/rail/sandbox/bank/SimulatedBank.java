package dev.sluice.rail.sandbox.bank;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.rail.sandbox.bank.FolderFiles.Found;
import dev.sluice.rail.sandbox.bank.Knobs.Setting;
import dev.sluice.rail.sandbox.bank.OutgoingStore.Folder;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/// One account at the simulated bank. Each step takes the customer's files, books due payments, closes days that are
/// over, and writes files.
///
/// Nodes that step at the same time take turns by the lock of the account. A step stores its files with the bookings
/// that they report, in one transaction, and writes them afterwards. A node that dies in between leaves them to the
/// next step. A file may thus be written twice, with the same name and content.
public final class SimulatedBank {
    private static final int WRITES_MAX = 200;
    /// Maximum number of days that one step closes. A clock that was advanced by years needs several steps.
    private static final int DAYS_MAX = 60;

    private final Database database;
    private final BankSettings settings;
    private final InstantSource clock;

    /// @param clock the clock of the sandbox
    public SimulatedBank(Database database, BankSettings settings, InstantSource clock) {
        this.database = database;
        this.settings = settings;
        this.clock = clock;
    }

    public BankSettings settings() {
        return settings;
    }

    /// Opens the account if the bank does not have it yet.
    public void open() {
        var now = clock.instant();
        var today = now.atZone(settings.zone()).toLocalDate();
        database.run(tx -> AccountStore.open(tx, settings, Books.businessDay(settings, today), now));
    }

    /// Makes one step, and returns true if there was anything to do.
    public boolean step() {
        var now = clock.instant();
        boolean archived = archive(now);
        boolean processed = database.inTx(tx -> {
            var books = lockIfFree(tx, now);
            boolean worked = books.isPresent() && process(books.get());
            books.ifPresent(Books::save);
            return worked;
        });
        archived |= archive(now);
        boolean written = write(now);
        return written || processed || archived;
    }

    private Optional<Books> lockIfFree(Tx tx, Instant now) {
        return AccountStore.lockIfFree(tx, settings.bank()).map(row -> books(tx, row, now));
    }

    private Books books(Tx tx, AccountStore.Row row, Instant now) {
        var knobs = new Knobs(row.seed(), KnobStore.of(tx.handle(), settings.bank()));
        return new Books(tx, settings, knobs, row, now);
    }

    private boolean process(Books books) {
        var now = books.now();
        var outbox = new Outbox(books);
        var reports = new StatusReports(books, outbox);
        var processing = new Processing(books, reports);
        var pages = new Reports(books, outbox);
        boolean worked = books.isDayOver(now);
        for (int i = 0; i < DAYS_MAX && books.isDayOver(now); i++) {
            var end = books.endOfDay();
            books.at(end);
            processing.run(end.minusMillis(1));
            pages.dayEnd();
        }
        if (books.isDayOver(now)) {
            return true;
        }
        books.at(now);
        worked |= take(books, new Intake(books, outbox, reports));
        worked |= processing.run(now);
        pages.notices();
        pages.intraday();
        return worked;
    }

    /// Takes new files. A file that was taken, but is still in the folder, is not taken again.
    private boolean take(Books books, Intake intake) {
        var taken = ReceivedStore.unarchived(books.tx(), settings.bank());
        boolean worked = false;
        for (var file : FolderFiles.list(settings.folders().out())) {
            if (taken.stream().noneMatch(each -> isSame(each, file))) {
                intake.take(file);
                worked = true;
            }
        }
        return worked;
    }

    private static boolean isSame(ReceivedStore.Row row, Found file) {
        return row.name().equals(file.name()) && Arrays.equals(row.hash(), file.hash());
    }

    /// Moves taken files out of the customer's folder.
    private boolean archive(Instant now) {
        var folders = settings.folders();
        return database.inTx(tx -> {
            if (AccountStore.lockIfFree(tx, settings.bank()).isEmpty()) {
                return false;
            }
            var taken = ReceivedStore.unarchived(tx, settings.bank());
            for (var each : taken) {
                boolean again = ReceivedStore.isNameUsed(tx, settings.bank(), each.name(), each.id());
                var target = each.name() + (again ? "." + each.id() : "");
                FolderFiles.archive(folders.out().resolve(each.name()), folders.archive(), target, each.hash());
                ReceivedStore.markArchived(tx, settings.bank(), each.id(), now);
            }
            return !taken.isEmpty();
        });
    }

    /// Writes files that are due.
    private boolean write(Instant now) {
        return database.inTx(tx -> {
            if (AccountStore.lockIfFree(tx, settings.bank()).isEmpty()) {
                return false;
            }
            var due = OutgoingStore.due(tx, settings.bank(), now, WRITES_MAX);
            for (var each : due) {
                var folder = each.folder() == Folder.IN
                        ? settings.folders().in()
                        : Objects.requireNonNull(settings.folders().acks());
                FolderFiles.write(folder, each.name(), each.content());
                OutgoingStore.markWritten(tx, settings.bank(), each.id(), now);
            }
            return !due.isEmpty();
        });
    }

    /// Asks for a payment to the account. The next step books it.
    ///
    /// @return false if a payment with this key was asked for before
    public boolean pay(IncomingCredit credit) {
        return database.inTx(tx -> pay(tx, credit));
    }

    /// Asks for a payment in the caller's transaction.
    ///
    /// @throws IllegalArgumentException if the payment is for a virtual account that the customer does not have
    public boolean pay(Tx tx, IncomingCredit credit) {
        var numbers = settings.account().virtualAccounts();
        if (numbers != null && credit.virtualAccount() != null && !numbers.have(credit.virtualAccount())) {
            throw new IllegalArgumentException("no virtual account of the customer: " + credit.virtualAccount());
        }
        return CreditStore.insert(tx, settings.bank(), credit, clock.instant());
    }

    /// Returns an amount in the smallest unit of the bank's files.
    ///
    /// @throws ArithmeticException if it has more decimals than they have
    public long units(BigDecimal amount) {
        return amount.movePointRight(settings.account().decimals()).longValueExact();
    }

    /// Takes back a booked payment to the account. The next step books the reversal.
    public boolean reverse(String key) {
        return database.inTx(tx -> CreditStore.askReversal(tx, settings.bank(), key));
    }

    /// Gives the second signature to the payments of a file, or releases them although names of payees do not match.
    public void sign(String msgId) {
        change(books -> {
            var held = OrderStore.held(books.tx(), settings.bank(), msgId);
            var signed = held.stream()
                    .map(each -> Processing.moved(each, Order.State.ACCEPTED, later(each.dueAt(), books.now())))
                    .toList();
            OrderStore.move(books.tx(), settings.bank(), signed);
            ReceivedStore.sign(books.tx(), settings.bank(), msgId);
            new StatusReports(books, new Outbox(books)).tell(signed, "ACSP", null);
        });
    }

    /// Refuses the payments of a file that waits for a signature or a release.
    public void refuse(String msgId) {
        change(books -> {
            var held = OrderStore.held(books.tx(), settings.bank(), msgId);
            var refused = held.stream()
                    .map(each -> Processing.moved(each, Order.State.REJECTED))
                    .toList();
            OrderStore.move(books.tx(), settings.bank(), refused);
            new StatusReports(books, new Outbox(books))
                    .tell(refused, "RJCT", new Rejection("DS0H", "nobody released the payment"));
        });
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /// Sends the statements of a closed day again, or for the first time if they were missing.
    ///
    /// @return false if the day is not closed
    public boolean resendStatement(LocalDate day) {
        var closed = database.read(handle -> AccountStore.day(handle, settings.bank(), day));
        closed.ifPresent(found -> change(books -> {
            var bookings = BookingStore.ofDay(books.tx().handle(), settings.bank(), day);
            new Reports(books, new Outbox(books)).send(found, bookings, books.now());
        }));
        return closed.isPresent();
    }

    private void change(Consumer<Books> work) {
        database.run(tx -> {
            var books = books(tx, AccountStore.lock(tx, settings.bank()), clock.instant());
            work.accept(books);
            books.save();
        });
    }

    /// Sets how often a fault is made.
    public void set(Knob knob, Setting setting) {
        database.run(tx -> KnobStore.set(tx, settings.bank(), knob, setting));
    }

    /// Sets the faults and their seed.
    public void set(Knobs knobs) {
        database.run(tx -> {
            AccountStore.reseed(tx, settings.bank(), knobs.seed());
            knobs.settings().forEach((knob, setting) -> KnobStore.set(tx, settings.bank(), knob, setting));
        });
    }

    /// Returns how often each EndToEndId was debited, alone or as part of a sum.
    public Map<String, Integer> timesBooked() {
        return database.read(handle -> BookingStore.timesBooked(handle, settings.bank()));
    }

    /// Returns all entries, in the order of their booking.
    public List<Booking> bookings() {
        return database.read(handle -> BookingStore.all(handle, settings.bank()));
    }

    /// Returns the closed days with their balances.
    public List<ClosedDay> days() {
        return database.read(handle -> AccountStore.days(handle, settings.bank()));
    }

    /// Returns the balance now.
    public long balance() {
        return database.read(handle -> AccountStore.read(handle, settings.bank()))
                .orElseThrow()
                .balance();
    }

    /// Returns the states of the orders with an EndToEndId, such as `BOOKED`; empty if the bank knows none.
    public List<String> states(String endToEndId) {
        return database.read(handle -> OrderStore.ofId(handle, settings.bank(), endToEndId)).stream()
                .map(each -> each.state().name())
                .toList();
    }
}
