package dev.sluice.fileimport.payout;

import dev.sluice.auth.Caller;
import dev.sluice.db.Database;
import dev.sluice.disbursement.create.PayoutPreparation;
import dev.sluice.disbursement.create.PayoutPreparation.Confirmation;
import dev.sluice.disbursement.create.PayoutPreparation.CreatedPayouts;
import dev.sluice.fileimport.Fault;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportFiles.Leased;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.fileimport.ImportRow.State;
import dev.sluice.fileimport.ImportWorker;
import dev.sluice.fileimport.ProcessingState;
import dev.sluice.merchant.Organizations;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Creates the payouts of confirmed files, one request at a time. The idempotency key of a request consists of file
/// and request number, so a retry after a lost answer returns the first answer. After a refusal, the key is released
/// in the transaction that settles its rows: a delayed worker cannot pay refused rows, and it finds what another one
/// has paid.
final class PayoutCreator implements ImportWorker.Handler<PayoutColumn> {
    private final Database database;
    private final FileImport<PayoutColumn> imports;
    private final PayoutPreparation preparation;
    private final PayoutRequests requests;
    private final Organizations organizations;

    PayoutCreator(
            Database database,
            FileImport<PayoutColumn> imports,
            PayoutPreparation preparation,
            PayoutRequests requests,
            Organizations organizations) {
        this.database = database;
        this.imports = imports;
        this.preparation = preparation;
        this.requests = requests;
        this.organizations = organizations;
    }

    @Override
    public List<ImportRow<PayoutColumn>> next(ImportFile file) {
        return imports.nextChunk(file);
    }

    /// Rows of a frozen organization wait until the lease expires. A result that exists already is stored even
    /// then, because it must be read before its idempotency key expires.
    @Override
    public void create(Leased leased, Caller confirmer, List<ImportRow<PayoutColumn>> chunk) {
        var file = leased.file();
        boolean waits = organizations.switches(file.organizationId()).frozen();
        var created =
                waits ? preparation.find(file.organizationId(), key(file, chunk)) : createChunk(confirmer, file, chunk);
        if (!waits || created.isPresent()) {
            settle(leased, chunk, created);
        }
    }

    /// The rest of a stopped file, or of one whose confirmer lost the permission, is left out at any time.
    @Override
    public void leaveOut(Leased leased, List<ImportRow<PayoutColumn>> chunk, ProcessingState.Stopped stopped) {
        var file = leased.file();
        var why = List.of(stopped.of(PayoutColumn.AMOUNT));
        var leftOut =
                chunk.stream().map(row -> row.is(State.REFUSED, why, null)).toList();
        settle(leased, chunk, abandonKey(file, key(file, chunk), leftOut));
    }

    private void settle(Leased leased, List<ImportRow<PayoutColumn>> chunk, Optional<CreatedPayouts> created) {
        database.run(tx -> {
            created.ifPresent(each -> imports.settleOpen(tx, leased.file(), paid(chunk, each)));
            imports.files().release(tx, leased);
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
    private Optional<CreatedPayouts> createChunk(
            Caller confirmer, ImportFile file, List<ImportRow<PayoutColumn>> chunk) {
        var asset = chunk.getFirst().price().amount().asset();
        var request = requests.of(
                file.paidAssets(),
                asset.code(),
                chunk.stream().map(ImportRow::cells).toList());
        var key = key(file, chunk);
        var fees = chunk.stream().map(row -> row.price().fee().decimal()).toList();
        var payees = chunk.stream().map(row -> row.price().payeeRevision()).toList();
        var waits = chunk.stream().map(row -> row.price().needsApproval()).toList();
        var agreed = new Confirmation(fees, payees, waits, file.createdBy().id());
        try {
            return preparation.create(confirmer, file.paidAssets(), request, key, agreed);
        } catch (Refused refused) {
            if (passes(refused.refusal())) {
                throw refused;
            }
            return abandonKey(file, key, refused(file, chunk, refused));
        }
    }

    private Optional<CreatedPayouts> abandonKey(ImportFile file, String key, List<ImportRow<PayoutColumn>> why) {
        return ImportWorker.abandonKey(
                database,
                settle -> preparation.abandonKey(file.organizationId(), key, settle),
                tx -> imports.settleOpen(tx, file, why));
    }

    private static String key(ImportFile file, List<ImportRow<PayoutColumn>> chunk) {
        return "bulk/" + file.id() + "/" + chunk.getFirst().price().chunk();
    }

    private static List<ImportRow<PayoutColumn>> paid(List<ImportRow<PayoutColumn>> chunk, CreatedPayouts created) {
        return IntStream.range(0, chunk.size())
                .mapToObj(at ->
                        chunk.get(at).paid(created.groupId(), created.payouts().get(at)))
                .toList();
    }

    /// A request is atomic. The rows that caused the refusal get their own faults, and the others refer to the
    /// first of those, or get the general reason if there is none.
    private static List<ImportRow<PayoutColumn>> refused(
            ImportFile file, List<ImportRow<PayoutColumn>> chunk, Refused refused) {
        var own = new ArrayList<List<Fault<PayoutColumn>>>();
        for (int at = 0; at < chunk.size(); at++) {
            own.add(own(PayoutRequests.items(file.paidAssets()) + "[" + at + "].", chunk.get(at), refused));
        }
        var others = IntStream.range(0, chunk.size())
                .filter(at -> !own.get(at).isEmpty())
                .mapToObj(at -> new Fault<>(
                        PayoutColumn.AMOUNT,
                        Fault.OTHER_REFUSED,
                        "was not paid, because row %d of the same request was refused"
                                .formatted(chunk.get(at).number())))
                .findFirst()
                .orElseGet(
                        () -> new Fault<>(PayoutColumn.AMOUNT, refused.refusal().code(), refused.text()));
        return IntStream.range(0, chunk.size())
                .mapToObj(at ->
                        chunk.get(at).is(State.REFUSED, own.get(at).isEmpty() ? List.of(others) : own.get(at), null))
                .toList();
    }

    private static List<Fault<PayoutColumn>> own(String item, ImportRow<PayoutColumn> row, Refused refused) {
        return refused.details().stream()
                .filter(detail -> detail.field().startsWith(item))
                .map(detail -> new Fault<>(
                        PayoutColumn.filling(detail.field().substring(item.length()), row.cells()),
                        detail.code(),
                        detail.message()))
                .toList();
    }
}
