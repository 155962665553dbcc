package dev.sluice.recipient.intake;

import dev.sluice.auth.Caller;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.recipient.Recipient;
import dev.sluice.recipient.Recipients;
import dev.sluice.recipient.intake.IntakePreview.Candidate;
import dev.sluice.sheet.file.Confirmers;
import dev.sluice.sheet.file.Fault;
import dev.sluice.sheet.file.Intake;
import dev.sluice.sheet.file.IntakeFile;
import dev.sluice.sheet.file.IntakeRow;
import dev.sluice.sheet.file.IntakeRow.State;
import dev.sluice.sheet.file.ProcessingState;
import dev.sluice.sheet.file.SentFiles.Leased;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Stores the recipients of confirmed files in batches: verifies them with the banks, and then writes recipients,
/// events and rows in one transaction. A settled row is never settled again, so each recipient is stored once, even
/// after a crash.
public final class IntakeWorker {
    private static final int ROWS_AT_ONCE = 50;

    private final Database database;
    private final Intake<IntakeColumn> kept;
    private final Recipients recipients;
    private final Confirmers confirmers;

    IntakeWorker(Database database, Intake<IntakeColumn> kept, Recipients recipients, Confirmers confirmers) {
        this.database = database;
        this.kept = kept;
        this.recipients = recipients;
        this.confirmers = confirmers;
    }

    /// Stores a batch of recipients of the file that has waited longest; true if there may be more.
    public boolean step() {
        return kept.files().step(this::work);
    }

    private void work(Leased<IntakeFile> leased) {
        var file = leased.file();
        var ready = database.read(handle -> kept.ready(handle, file, 0, ROWS_AT_ONCE));
        if (ready.isEmpty()) {
            kept.files().finish(file);
            return;
        }
        switch (confirmers.of(file)) {
            case ProcessingState.Ends ends -> leaveOut(leased, ready, ends);
            case ProcessingState.Goes(var confirmer) -> store(leased, confirmer, ready);
        }
    }

    private void leaveOut(Leased<IntakeFile> leased, List<IntakeRow<IntakeColumn>> ready, ProcessingState.Ends ends) {
        var file = leased.file();
        database.run(tx -> {
            IntakeStore.lock(tx, file.organizationId());
            var open = kept.open(tx, file, 0, ROWS_AT_ONCE);
            kept.settle(
                    tx,
                    file,
                    ready.stream()
                            .filter(row -> open.contains(row.number()))
                            .map(row -> row.is(State.REFUSED, List.of(ends.of(IntakeColumn.NAME)), null))
                            .toList());
            kept.files().release(tx, leased);
        });
    }

    /// Skips the batch if the confirming user's role has changed during verification; the next step checks the
    /// user again.
    private void store(Leased<IntakeFile> leased, Caller confirmer, List<IntakeRow<IntakeColumn>> ready) {
        var file = leased.file();
        var preview = new IntakePreview(recipients, confirmer);
        var candidates = ready.stream().map(preview::candidate).toList();
        var verified =
                recipients
                        .verified(candidates.stream()
                                .flatMap(each -> each.recipient().stream())
                                .toList())
                        .stream()
                        .collect(Collectors.toMap(Recipient::id, Function.identity()));
        database.run(tx -> {
            IntakeStore.lock(tx, file.organizationId());
            if (confirmers.isStill(tx, confirmer)) {
                settle(tx, file, preview, candidates, verified);
            }
            kept.files().release(tx, leased);
        });
    }

    /// Settles rows that are still open under the lock; another node may have settled some.
    private void settle(
            Tx tx, IntakeFile file, IntakePreview preview, List<Candidate> candidates, Map<UUID, Recipient> verified) {
        var open = kept.open(tx, file, 0, ROWS_AT_ONCE);
        var mine = candidates.stream()
                .filter(each -> open.contains(each.row().number()))
                .toList();
        var known = new HashMap<>(preview.known(tx.handle(), mine));
        var stored = new ArrayList<Recipient>();
        var settled = new ArrayList<IntakeRow<IntakeColumn>>();
        for (var each : mine) {
            if (each.recipient().isEmpty()) {
                settled.add(each.row().is(State.REFUSED, each.row().faults(), null));
                continue;
            }
            var recipient =
                    Objects.requireNonNull(verified.get(each.recipient().get().id()));
            var identity = recipients.identity(recipient);
            var before = known.get(identity);
            if (before != null) {
                settled.add(each.row().is(State.DUPLICATE, List.of(), before));
            } else if (recipients.isBlocked(recipient)) {
                settled.add(each.row().is(State.REFUSED, List.of(blocked(recipient)), null));
            } else {
                known.put(identity, recipient.id());
                stored.add(recipient);
                settled.add(each.row().is(State.STORED, List.of(), recipient.id()));
            }
        }
        recipients.insert(tx, stored);
        kept.settle(tx, file, settled);
    }

    private static Fault<IntakeColumn> blocked(Recipient recipient) {
        if (recipient.isAtNoAccount()) {
            return new Fault<>(
                    IntakeColumn.ACCOUNT_NUMBER,
                    "RECIPIENT_VERIFICATION_FAILED",
                    "does not exist, according to the bank");
        }
        return new Fault<>(
                IntakeColumn.ACCOUNT_NAME,
                "RECIPIENT_VERIFICATION_FAILED",
                "no longer matches the account holder's name at the bank");
    }
}
