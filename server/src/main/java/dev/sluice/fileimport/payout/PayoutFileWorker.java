package dev.sluice.fileimport.payout;

import dev.sluice.auth.Caller;
import dev.sluice.db.Database;
import dev.sluice.disbursement.PayoutPreparation;
import dev.sluice.disbursement.PayoutPreparation.Confirmation;
import dev.sluice.disbursement.PayoutPreparation.CreatedPayouts;
import dev.sluice.fileimport.Confirmers;
import dev.sluice.fileimport.Fault;
import dev.sluice.fileimport.ImportFiles;
import dev.sluice.fileimport.ImportFiles.Leased;
import dev.sluice.fileimport.ProcessingState;
import dev.sluice.merchant.Organizations;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/// Creates the payouts of confirmed files, one request at a time. The idempotency key of a request consists of file
/// and request number, so a retry after a lost answer returns the first answer. After a refusal, the key is released
/// in the transaction that settles its rows: a delayed worker cannot pay refused rows, and it finds what another one
/// has paid.
public final class PayoutFileWorker {
    private final Database database;
    private final ImportFiles<PayoutFile> files;
    private final PayoutRowStore rows;
    private final PayoutPreparation preparation;
    private final PayoutRequests requests;
    private final Organizations organizations;
    private final Confirmers confirmers;

    PayoutFileWorker(
            Database database,
            ImportFiles<PayoutFile> files,
            PayoutRowStore rows,
            PayoutPreparation preparation,
            PayoutRequests requests,
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
    private void work(Leased<PayoutFile> leased) {
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
    private Optional<CreatedPayouts> made(Caller confirmer, PayoutFile file, List<PayoutRow> chunk) {
        var asset = Objects.requireNonNull(chunk.getFirst().amount()).asset();
        var request = requests.of(
                file.kind(), asset.code(), chunk.stream().map(PayoutRow::cells).toList());
        var key = key(file, chunk);
        var fees = chunk.stream()
                .map(row -> Objects.requireNonNull(row.fee()).decimal())
                .toList();
        var payees = chunk.stream().map(PayoutRow::payeeRevision).toList();
        var waits = chunk.stream().map(PayoutRow::needsApproval).toList();
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
    private Optional<CreatedPayouts> givenUp(PayoutFile file, String key, List<PayoutRow> why) {
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

    private static String key(PayoutFile file, List<PayoutRow> chunk) {
        return "bulk/" + file.id() + "/" + chunk.getFirst().chunk();
    }

    private static List<PayoutRow> settled(List<PayoutRow> chunk, CreatedPayouts made) {
        var settled = new ArrayList<PayoutRow>();
        for (int at = 0; at < chunk.size(); at++) {
            settled.add(chunk.get(at).made(made.groupId(), made.payouts().get(at)));
        }
        return settled;
    }

    private static List<PayoutRow> leftOut(List<PayoutRow> chunk, ProcessingState.Ends ends) {
        return chunk.stream()
                .map(row -> row.refused(List.of(ends.of(PayoutColumn.AMOUNT))))
                .toList();
    }

    /// A request is atomic. The rows that caused the refusal get their own faults, and the others refer to the
    /// first of those, or get the general reason if there is none.
    private static List<PayoutRow> refused(PayoutFile file, List<PayoutRow> chunk, Refused refused) {
        var own = new ArrayList<List<Fault<PayoutColumn>>>();
        for (int at = 0; at < chunk.size(); at++) {
            own.add(own(PayoutRequests.items(file.kind()) + "[" + at + "].", chunk.get(at), refused));
        }
        var others = IntStream.range(0, chunk.size())
                .filter(at -> !own.get(at).isEmpty())
                .mapToObj(at -> new Fault<>(
                        PayoutColumn.AMOUNT,
                        Fault.OTHER_REFUSED,
                        "was not paid, as row %d was refused, which was sent with it"
                                .formatted(chunk.get(at).number())))
                .findFirst()
                .orElseGet(
                        () -> new Fault<>(PayoutColumn.AMOUNT, refused.refusal().code(), refused.text()));
        return IntStream.range(0, chunk.size())
                .mapToObj(at -> chunk.get(at).refused(own.get(at).isEmpty() ? List.of(others) : own.get(at)))
                .toList();
    }

    private static List<Fault<PayoutColumn>> own(String item, PayoutRow row, Refused refused) {
        return refused.details().stream()
                .filter(detail -> detail.field().startsWith(item))
                .map(detail -> new Fault<>(
                        PayoutColumn.filling(detail.field().substring(item.length()), row.cells()),
                        detail.code(),
                        detail.message()))
                .toList();
    }
}
