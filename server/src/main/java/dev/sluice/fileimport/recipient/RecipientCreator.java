package dev.sluice.fileimport.recipient;

import dev.sluice.auth.Caller;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.fileimport.Confirmers;
import dev.sluice.fileimport.Fault;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportFiles.Leased;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.fileimport.ImportRow.State;
import dev.sluice.fileimport.ImportWorker;
import dev.sluice.fileimport.ProcessingState;
import dev.sluice.fileimport.recipient.RecipientPreview.Candidate;
import dev.sluice.recipient.Recipient;
import dev.sluice.recipient.Recipients;
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
final class RecipientCreator implements ImportWorker.Handler<RecipientColumn> {
    private static final int ROWS_AT_ONCE = 50;

    private final Database database;
    private final FileImport<RecipientColumn> imports;
    private final Recipients recipients;
    private final Confirmers confirmers;

    RecipientCreator(
            Database database, FileImport<RecipientColumn> imports, Recipients recipients, Confirmers confirmers) {
        this.database = database;
        this.imports = imports;
        this.recipients = recipients;
        this.confirmers = confirmers;
    }

    @Override
    public List<ImportRow<RecipientColumn>> next(ImportFile file) {
        return imports.ready(file, 0, ROWS_AT_ONCE);
    }

    @Override
    public void leaveOut(Leased leased, List<ImportRow<RecipientColumn>> ready, ProcessingState.Stopped stopped) {
        var file = leased.file();
        database.run(tx -> {
            imports.files().lockInProgress(tx, file.organizationId());
            var open = imports.open(tx, file, 0, ROWS_AT_ONCE);
            imports.settle(
                    tx,
                    file,
                    ready.stream()
                            .filter(row -> open.contains(row.number()))
                            .map(row -> row.is(State.REFUSED, List.of(stopped.of(RecipientColumn.NAME)), null))
                            .toList());
            imports.files().release(tx, leased);
        });
    }

    /// Skips the batch if the confirming user's role has changed during verification; the next step checks the
    /// user again.
    @Override
    public void create(Leased leased, Caller confirmer, List<ImportRow<RecipientColumn>> ready) {
        var file = leased.file();
        var preview = new RecipientPreview(recipients, confirmer);
        var candidates = ready.stream().map(preview::candidate).toList();
        var verified =
                recipients
                        .verified(candidates.stream()
                                .flatMap(each -> each.recipient().stream())
                                .toList())
                        .stream()
                        .collect(Collectors.toMap(Recipient::id, Function.identity()));
        database.run(tx -> {
            imports.files().lockInProgress(tx, file.organizationId());
            if (confirmers.isStill(tx, confirmer)) {
                settle(tx, file, preview, candidates, verified);
            }
            imports.files().release(tx, leased);
        });
    }

    /// Settles rows that are still open under the lock; another node may have settled some.
    private void settle(
            Tx tx,
            ImportFile file,
            RecipientPreview preview,
            List<Candidate> candidates,
            Map<UUID, Recipient> verified) {
        var open = imports.open(tx, file, 0, ROWS_AT_ONCE);
        var mine = candidates.stream()
                .filter(each -> open.contains(each.row().number()))
                .toList();
        var known = new HashMap<>(preview.known(tx.handle(), mine));
        var stored = new ArrayList<Recipient>();
        var settled = new ArrayList<ImportRow<RecipientColumn>>();
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
                settled.add(each.row().is(State.CREATED, List.of(), recipient.id()));
            }
        }
        recipients.insert(tx, stored);
        imports.settle(tx, file, settled);
    }

    private static Fault<RecipientColumn> blocked(Recipient recipient) {
        if (recipient.isAtNoAccount()) {
            return new Fault<>(
                    RecipientColumn.ACCOUNT_NUMBER,
                    "RECIPIENT_VERIFICATION_FAILED",
                    "does not exist, according to the bank");
        }
        return new Fault<>(
                RecipientColumn.ACCOUNT_NAME,
                "RECIPIENT_VERIFICATION_FAILED",
                "no longer matches the account holder's name at the bank");
    }
}
