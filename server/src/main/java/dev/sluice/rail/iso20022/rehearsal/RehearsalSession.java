package dev.sluice.rail.iso20022.rehearsal;

import dev.sluice.db.Tx;
import dev.sluice.iso20022.BankFiles;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.rehearsal.Rehearsal.End;
import dev.sluice.rail.iso20022.rehearsal.Rehearsal.Rename;
import dev.sluice.rail.iso20022.rehearsal.RehearsalReport.State;
import dev.sluice.rail.iso20022.rehearsal.RehearsalReport.Step;
import dev.sluice.rail.iso20022.rehearsal.RehearsalStep.Result;
import dev.sluice.rail.iso20022.rehearsal.TestFile.Purpose;
import dev.sluice.rail.iso20022.transport.BankTransport;
import dev.sluice.rail.iso20022.transport.BankTransport.Remote;
import dev.sluice.rail.iso20022.transport.InboundContent;
import dev.sluice.rail.iso20022.transport.StableListing;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One run of a rehearsal. It uses the profile's test platform and the rehearsal's own tables, and knows neither the
/// live transport nor the books. A run that ends early is continued by the next one.
public final class RehearsalSession implements AutoCloseable {
    private static final Duration LEASE = Duration.ofMinutes(2);
    /// Minimum time between two listings that show a file with the same size.
    private static final Duration GAP = Duration.ofMillis(500);
    /// Maximum number of files that one step fetches.
    private static final int FILES_MAX = 1_000;

    private final BankRehearsals.Dependencies dependencies;
    private final BankProfile profile;
    private final BankProfile.Rehearsal settings;
    private final String person;
    private final BankRehearsals.Opener transports;
    private final RehearsalStore store;
    private final TestFileStore files;
    private final TestFiles writer;
    private final TestDelivery delivery;
    private final StableListing listing = new StableListing(GAP);
    private Rehearsal rehearsal;
    private Instant leasedTo;

    private RehearsalSession(
            BankRehearsals.Dependencies dependencies,
            BankProfile profile,
            BankProfile.Rehearsal settings,
            String person,
            boolean restart,
            BankRehearsals.Opener transports) {
        this.dependencies = dependencies;
        this.profile = profile;
        this.settings = settings;
        this.person = person;
        this.transports = transports;
        this.store = new RehearsalStore(dependencies.vault());
        this.files = new TestFileStore(dependencies.vault());
        this.writer = new TestFiles(profile, settings, dependencies.clocks());
        this.delivery = new TestDelivery(dependencies.database(), dependencies.clocks(), files);
        writer.check();
        this.leasedTo = now().plus(LEASE);
        this.rehearsal = dependencies.database().inTx(tx -> begun(tx, restart));
    }

    static RehearsalSession open(
            BankRehearsals.Dependencies dependencies,
            BankProfile profile,
            String person,
            boolean restart,
            BankRehearsals.Opener transports) {
        var settings = profile.rehearsal();
        if (settings == null) {
            throw new IllegalArgumentException("the profile " + profile.id()
                    + " has no test platform: add rehearsal with its transport and payee (docs/bank-go-live.md)");
        }
        return new RehearsalSession(dependencies, profile, settings, person, restart, transports);
    }

    private Rehearsal begun(Tx tx, boolean restart) {
        var now = now();
        var passed = restart ? Optional.<Rehearsal>empty() : store.passed(tx.handle(), profile.id(), profile.hash());
        if (passed.isPresent()) {
            return passed.get();
        }
        var open = restart ? Optional.<Rehearsal>empty() : store.lockOpen(tx, profile.id());
        if (open.isPresent() && open.get().profileHash().equals(profile.hash())) {
            if (!RehearsalStore.lease(tx, open.get().id(), now, leasedTo)) {
                throw new IllegalArgumentException("another run plays the rehearsal of " + profile.id()
                        + "; wait until it has ended, at most " + LEASE.toMinutes() + " minutes");
            }
            return open.get();
        }
        store.abandon(tx, profile.id(), new End(now, person, null));
        var fresh = new Rehearsal(
                dependencies.clocks().newId(), profile.id(), profile.hash(), State.OPEN, now, person, null, null);
        store.insert(tx, fresh, leasedTo);
        return fresh;
    }

    private Instant now() {
        return dependencies.clocks().instant().truncatedTo(ChronoUnit.MICROS);
    }

    /// Sends what is due, fetches answers, and returns the state. An ended rehearsal stays as it is.
    public RehearsalReport step() {
        if (rehearsal.end() != null) {
            return report(stored(), null);
        }
        renew();
        var delay = exchange();
        var steps = checks(stored()).steps();
        boolean failed = RehearsalChecks.hasFailed(steps);
        if (failed || RehearsalChecks.isComplete(steps)) {
            end(failed ? State.FAILED : State.PASSED, steps);
        }
        return report(stored(), delay);
    }

    private void end(State state, List<Step> steps) {
        var ended = rehearsal.ended(state, new End(now(), person, Rehearsal.written(steps)));
        dependencies.database().run(tx -> {
            requireLease(RehearsalStore.renew(tx, rehearsal.id(), leasedTo, leasedTo));
            store.update(tx, ended);
        });
        rehearsal = ended;
    }

    private void renew() {
        var until = now().plus(LEASE);
        requireLease(dependencies.database().inTx(tx -> RehearsalStore.renew(tx, rehearsal.id(), leasedTo, until)));
        leasedTo = until;
    }

    private void requireLease(boolean own) {
        if (!own) {
            throw new IllegalArgumentException("another run plays the rehearsal of " + profile.id() + " now");
        }
    }

    private List<TestFile> stored() {
        return dependencies.database().read(handle -> files.all(handle, rehearsal));
    }

    private RehearsalChecks checks(List<TestFile> all) {
        return new RehearsalChecks(profile, settings, rehearsal, all, now());
    }

    /// Exchanges files, and returns the reason if the test platform cannot be used now.
    private @Nullable String exchange() {
        try (var transport = transports.open(settings.transport())) {
            if (rehearsal.rename() == null) {
                tryRename(transport);
            }
            fetch(transport);
            var due = due();
            while (due.isPresent()) {
                if (!delivery.deliver(transport, due.get())) {
                    return "a file named " + due.get().name() + " is still in the folder of the test platform";
                }
                due = due();
            }
            return null;
        } catch (IOException unavailable) {
            return String.valueOf(unavailable.getMessage());
        }
    }

    private void tryRename(BankTransport transport) throws IOException {
        boolean keeps = transport.keepsExisting(rehearsal.id().toString());
        var renamed = rehearsal.renamed(new Rename(keeps, now()));
        dependencies.database().run(tx -> store.update(tx, renamed));
        rehearsal = renamed;
    }

    /// Returns the next file to deliver. It is stored before anything of it leaves.
    private Optional<TestFile> due() {
        var checks = checks(stored());
        if (rehearsal.rename() == null || !rehearsal.rename().keeps()) {
            return Optional.empty();
        }
        return due(checks, checks.pays(), Purpose.PAYMENT, () -> payment(Purpose.PAYMENT))
                .or(() -> due(checks, checks.rejects(), Purpose.REJECTION, () -> payment(Purpose.REJECTION)))
                .or(() -> due(checks, checks.recalls(), Purpose.RECALLED, () -> payment(Purpose.RECALLED)))
                .or(() -> due(
                        checks,
                        checks.recalls(),
                        Purpose.RECALL,
                        () -> writer.recall(checks.file(Purpose.RECALLED).orElseThrow())))
                .or(() -> due(
                        checks,
                        checks.refusesFiles() && checks.payment().result() == Result.PASSED,
                        Purpose.DUPLICATE_FILE,
                        () -> writer.again(checks.file(Purpose.PAYMENT).orElseThrow())))
                .or(() -> due(
                        checks,
                        checks.refusesPayments() && checks.duplicateFile().result() == Result.PASSED,
                        Purpose.DUPLICATE_PAYMENT,
                        () -> writer.sameEndToEndId(checks.file(Purpose.PAYMENT).orElseThrow())));
    }

    private TestFile payment(Purpose purpose) {
        return writer.payment(rehearsal.id(), purpose);
    }

    private Optional<TestFile> due(
            RehearsalChecks checks, boolean wanted, Purpose purpose, Supplier<TestFile> written) {
        var file = checks.file(purpose);
        if (file.isPresent()) {
            return file.filter(each -> !each.isDelivered());
        }
        if (!wanted) {
            return Optional.empty();
        }
        var fresh = written.get();
        boolean stored = dependencies.database().inTx(tx -> files.insert(tx, fresh));
        if (!stored) {
            throw new IllegalArgumentException("another run plays the rehearsal of " + profile.id() + " now");
        }
        return Optional.of(fresh);
    }

    private void fetch(BankTransport transport) throws IOException {
        var content = InboundContent.of(settings.transport());
        var stable = listing.stable(transport.list(), dependencies.clocks().realInstant());
        for (var remote : stable.subList(0, Math.min(stable.size(), FILES_MAX))) {
            fetch(transport, content, remote);
        }
    }

    /// Stores the parts of a file, and only then moves it out of the bank's folder.
    private void fetch(BankTransport transport, InboundContent content, Remote remote) throws IOException {
        var bytes = transport.read(remote, BankFiles.SIZE_MAX);
        if (bytes.isEmpty()) {
            return;
        }
        for (var part : parts(content, remote, bytes.get())) {
            var answer = writer.answer(rehearsal.id(), part.name(), part.bytes());
            dependencies.database().run(tx -> files.insert(tx, answer));
        }
        transport.done(remote);
    }

    private static List<InboundContent.Part> parts(InboundContent content, Remote remote, byte[] bytes) {
        try {
            return content.unpack(remote.name(), bytes);
        } catch (Unreadable damaged) {
            return List.of(new InboundContent.Part(remote.name(), bytes));
        }
    }

    private RehearsalReport report(List<TestFile> all, @Nullable String delay) {
        var end = rehearsal.end();
        var record = end == null ? null : end.report();
        var listed = new ArrayList<RehearsalReport.File>();
        all.forEach(each -> listed.add(new RehearsalReport.File(
                each.purpose().stored().replace('_', '-'),
                each.name(),
                each.msgId(),
                each.sha256(),
                each.exchangedAt())));
        return new RehearsalReport(
                rehearsal.account(),
                rehearsal.profileHash(),
                rehearsal.state(),
                rehearsal.startedAt(),
                rehearsal.startedBy(),
                end == null ? null : end.at(),
                end == null ? null : end.by(),
                record == null ? checks(all).steps() : Rehearsal.read(record),
                listed,
                delay);
    }

    /// Ends the lease, so that the next run need not wait.
    @Override
    public void close() {
        if (rehearsal.end() == null) {
            dependencies.database().run(tx -> RehearsalStore.renew(tx, rehearsal.id(), leasedTo, now()));
        }
    }
}
