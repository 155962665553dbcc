package dev.sluice.bulk;

import dev.sluice.auth.Caller;
import dev.sluice.db.Database;
import dev.sluice.disbursement.PayoutPreparation;
import dev.sluice.disbursement.PayoutPreparation.Confirmation;
import dev.sluice.disbursement.PayoutPreparation.CreatedPayouts;
import dev.sluice.merchant.Organizations;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.sheet.file.Confirmers;
import dev.sluice.sheet.file.Fault;
import dev.sluice.sheet.file.ProcessingState;
import dev.sluice.sheet.file.SentFiles;
import dev.sluice.sheet.file.SentFiles.Leased;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/// Creates the payouts of confirmed files, one request at a time. The idempotency key of a request consists of file
/// and request number, so a retry after a lost answer returns the first answer. After a refusal, the key is released
/// in the transaction that settles its rows: a delayed worker cannot pay refused rows, and it finds what another one
/// has paid.
public final class BulkWorker {
    private final Database database;
    private final SentFiles<BulkFile> files;
    private final BulkRowStore rows;
    private final PayoutPreparation preparation;
    private final Requests requests;
    private final Organizations organizations;
    private final Confirmers confirmers;

    BulkWorker(
            Database database,
            SentFiles<BulkFile> files,
            BulkRowStore rows,
            PayoutPreparation preparation,
            Requests requests,
            Organizations organizations,
            Confirmers confirmers) {
        this.database = database;
        this.files = files;
        this.rows = rows;
        this.preparation = preparation;
        this.requests = requests;
        this.organizations = organizations;
        this.confirmers = confirmers;
    }

    /// Executes one request of the file that has waited longest; true if there may be more.
    public boolean step() {
        return files.step(this::work);
    }

    /// Rows of a frozen organization wait until the lease expires. A result that exists already is stored even
    /// then, because it must be read before its idempotency key expires. The rest of a stopped file, or of one
    /// whose confirmer lost the permission, is left out at any time.
    private void work(Leased<BulkFile> leased) {
        var file = leased.file();
        var chunk = database.read(handle -> rows.nextChunk(handle, file, number -> files.altered(file, number)));
        if (chunk.isEmpty()) {
            files.finish(file);
            return;
        }
        var processing = confirmers.of(file);
        boolean waits = processing instanceof ProcessingState.Goes
                && organizations.switches(file.organizationId()).frozen();
        var made = switch (processing) {
            case ProcessingState.Ends ends -> givenUp(file, key(file, chunk), leftOut(chunk, ends));
            case ProcessingState.Goes(var confirmer) ->
                waits ? preparation.find(file.organizationId(), key(file, chunk)) : made(confirmer, file, chunk);
        };
        if (waits && made.isEmpty()) {
            return;
        }
        database.run(tx -> {
            made.ifPresent(each -> rows.settle(tx, file, settled(chunk, each)));
            files.release(tx, leased);
        });
    }

    /// Returns true for transient refusals; the rows wait for a retry.
    private static boolean passes(Refusal refusal) {
        return refusal.isForNow()
                || refusal == Refusal.IDEMPOTENCY_IN_PROGRESS
                || refusal == Refusal.ORGANIZATION_FROZEN;
    }

    /// Creates the payouts of one request; no other code does that for files. An empty result means that the rows
    /// already have their faults.
    private Optional<CreatedPayouts> made(Caller confirmer, BulkFile file, List<BulkRow> chunk) {
        var asset = Objects.requireNonNull(chunk.getFirst().amount()).asset();
        var request = requests.of(
                file.kind(), asset.code(), chunk.stream().map(BulkRow::cells).toList());
        var key = key(file, chunk);
        var fees = chunk.stream()
                .map(row -> Objects.requireNonNull(row.fee()).decimal())
                .toList();
        var payees = chunk.stream().map(BulkRow::payeeRevision).toList();
        var waits = chunk.stream().map(BulkRow::needsApproval).toList();
        var agreed = new Confirmation(fees, payees, waits, file.createdBy().id());
        try {
            return preparation.create(confirmer, file.kind(), request, key, agreed);
        } catch (Refused refused) {
            if (passes(refused.refusal())) {
                throw refused;
            }
            return givenUp(file, key, refused(file, chunk, refused));
        }
    }

    /// Settles the rows and releases the key. A key that was used for a different request cannot create payouts
    /// and cannot be released, so only the rows are settled.
    private Optional<CreatedPayouts> givenUp(BulkFile file, String key, List<BulkRow> why) {
        try {
            return preparation.giveUp(file.organizationId(), key, tx -> rows.settle(tx, file, why));
        } catch (Refused taken) {
            if (taken.refusal() != Refusal.IDEMPOTENCY_KEY_REUSED) {
                throw taken;
            }
            database.run(tx -> rows.settle(tx, file, why));
            return Optional.empty();
        }
    }

    private static String key(BulkFile file, List<BulkRow> chunk) {
        return "bulk/" + file.id() + "/" + chunk.getFirst().chunk();
    }

    private static List<BulkRow> settled(List<BulkRow> chunk, CreatedPayouts made) {
        var settled = new ArrayList<BulkRow>();
        for (int at = 0; at < chunk.size(); at++) {
            settled.add(chunk.get(at).made(made.groupId(), made.payouts().get(at)));
        }
        return settled;
    }

    private static List<BulkRow> leftOut(List<BulkRow> chunk, ProcessingState.Ends ends) {
        return chunk.stream()
                .map(row -> row.refused(List.of(ends.of(Column.AMOUNT))))
                .toList();
    }

    /// A request is atomic. The rows that caused the refusal get their own faults, and the others refer to the
    /// first of those, or get the general reason if there is none.
    private static List<BulkRow> refused(BulkFile file, List<BulkRow> chunk, Refused refused) {
        var own = new ArrayList<List<Fault<Column>>>();
        for (int at = 0; at < chunk.size(); at++) {
            own.add(own(Requests.items(file.kind()) + "[" + at + "].", chunk.get(at), refused));
        }
        var others = IntStream.range(0, chunk.size())
                .filter(at -> !own.get(at).isEmpty())
                .mapToObj(at -> new Fault<>(
                        Column.AMOUNT,
                        Fault.OTHER_REFUSED,
                        "was not paid, because row %d of the same request was refused"
                                .formatted(chunk.get(at).number())))
                .findFirst()
                .orElseGet(() -> new Fault<>(Column.AMOUNT, refused.refusal().code(), refused.text()));
        return IntStream.range(0, chunk.size())
                .mapToObj(at -> chunk.get(at).refused(own.get(at).isEmpty() ? List.of(others) : own.get(at)))
                .toList();
    }

    private static List<Fault<Column>> own(String item, BulkRow row, Refused refused) {
        return refused.details().stream()
                .filter(detail -> detail.field().startsWith(item))
                .map(detail -> new Fault<>(
                        Column.filling(detail.field().substring(item.length()), row.cells()),
                        detail.code(),
                        detail.message()))
                .toList();
    }
}
