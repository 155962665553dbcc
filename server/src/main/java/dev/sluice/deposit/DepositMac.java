package dev.sluice.deposit;

import dev.sluice.deposit.Deposit.Instructions;
import dev.sluice.deposit.Deposit.RequestedPayment;
import dev.sluice.deposit.DepositPaymentStore.RecordedPayment;
import dev.sluice.deposit.lane.FormerInstructions;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.math.BigDecimal;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// MACs of a deposit: of its instructions (destination, amount and price for the payer), of its former instructions,
/// and of its payments, since those decide the receiver of a refund. Each single payment, with or without a deposit,
/// has a MAC too.
public final class DepositMac {
    private final RecordMac instructions;
    private final RecordMac former;
    private final RecordMac payments;
    private final RecordMac payment;

    DepositMac(Vault vault) {
        this.instructions = vault.mac("deposit/instructions");
        this.former = vault.mac("deposit/former");
        this.payments = vault.mac("deposit/payments");
        this.payment = vault.mac("deposit/payment");
    }

    byte[] of(Deposit deposit) {
        return of(deposit.ref(), deposit.requested(), deposit.instructions());
    }

    byte[] of(DepositRef ref, RequestedPayment asked, Instructions paid) {
        return instructions.of(fields(ref, asked, paid));
    }

    /// Reports whether instructions are those that their MAC was made of.
    boolean isOf(DepositRef ref, RequestedPayment asked, Instructions paid, byte[] stored) {
        return instructions.isOf(stored, fields(ref, asked, paid));
    }

    public byte[] ofFormer(FormerInstructions ended) {
        return former.of(fields(ended));
    }

    public boolean isOfFormer(FormerInstructions ended, byte[] stored) {
        return former.isOf(stored, fields(ended));
    }

    /// @param sealed payments as they are stored
    /// @param refunds refunds as they are stored
    byte[] ofPayments(DepositRef ref, byte @Nullable [] sealed, @Nullable String refunds) {
        return payments.of(Arrays.asList(ref.organizationId(), ref.depositId(), sealed, refunds));
    }

    /// Reports whether payments match their MAC. A deposit without payments needs none.
    boolean isOfPayments(DepositRef ref, byte @Nullable [] sealed, @Nullable String refunds, byte @Nullable [] stored) {
        boolean isUnpaid = sealed == null && refunds == null && stored == null;
        return isUnpaid || payments.isOf(stored, Arrays.asList(ref.organizationId(), ref.depositId(), sealed, refunds));
    }

    /// Returns the MAC of a payment as recorded: its owner, the revision of the rail's report that was applied,
    /// the decision about it and its transfers.
    public byte[] ofPayment(DepositPaymentStore.Key key, RecordedPayment known) {
        return payment.of(fields(key, known));
    }

    boolean isOfPayment(DepositPaymentStore.Key key, RecordedPayment known, byte[] stored) {
        return payment.isOf(stored, fields(key, known));
    }

    private static List<@Nullable Object> fields(DepositPaymentStore.Key key, RecordedPayment known) {
        var moved = known.moved();
        return Arrays.asList(
                key.organizationId(),
                key.rail(),
                key.key(),
                known.id(),
                known.depositId(),
                known.revision(),
                known.reversed(),
                known.reason(),
                known.transfers(),
                known.resolution(),
                moved == null ? null : moved.target().organizationId(),
                moved == null ? null : moved.target().depositId(),
                moved == null ? null : moved.reason(),
                known.refundId());
    }

    private static List<@Nullable Object> fields(FormerInstructions ended) {
        var fields = fields(ended.deposit(), ended.requested(), ended.instructions());
        fields.add(ended.endedAt().truncatedTo(ChronoUnit.MICROS));
        return fields;
    }

    private static List<@Nullable Object> fields(DepositRef ref, RequestedPayment asked, Instructions paid) {
        var priced = asked.priced();
        var fields = new ArrayList<@Nullable Object>();
        fields.add(ref.organizationId());
        fields.add(ref.depositId());
        for (var asset : List.of(priced.input().asset(), priced.output().asset())) {
            fields.add(asset.kind());
            fields.add(asset.code());
            fields.add(asset.exponent());
        }
        fields.add(priced.input().units());
        fields.add(priced.output().units());
        fields.add(priced.fee().units());
        fields.add(plain(priced.rate()));
        fields.add(plain(asked.fee().flat()));
        fields.add(plain(asked.fee().percentage()));
        fields.add(asked.rateUntil().truncatedTo(ChronoUnit.MICROS));
        fields.add(asked.quoteId());
        fields.add(paid.rail());
        fields.add(paid.method());
        fields.add(paid.methodType());
        fields.add(paid.settlementType());
        fields.add(paid.destination().text());
        fields.add(paid.payment().text());
        return fields;
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }
}
