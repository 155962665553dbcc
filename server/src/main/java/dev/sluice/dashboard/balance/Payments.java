package dev.sluice.dashboard.balance;

import dev.sluice.client.model.BalanceTransaction;
import dev.sluice.dashboard.Section;
import dev.sluice.deposit.query.DepositLookup;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Disbursements;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Looks up the payments of statement lines, so that merchants can reconcile the lines with their own books.
public final class Payments {
    private static final String CONVERSION = "conversion";

    private final Disbursements disbursements;
    private final DepositLookup deposits;

    public Payments(Disbursements disbursements, DepositLookup deposits) {
        this.disbursements = disbursements;
        this.deposits = deposits;
    }

    /// Statement line with its payment.
    ///
    /// @param path path of the payment's page; null if the payment is unknown
    /// @param reference the merchant's reference
    /// @param payee name of a payout's recipient, or their wallet address
    public record Line(
            BalanceTransaction booked,
            @Nullable String path,
            @Nullable String reference,
            @Nullable String payee) {}

    /// Adds the payments to the lines of a page.
    List<Line> named(UUID organizationId, List<BalanceTransaction> page) {
        var ids = page.stream()
                .map(BalanceTransaction::paymentId)
                .filter(Objects::nonNull)
                .map(UUID::fromString)
                .distinct()
                .toList();
        var payouts = new HashMap<UUID, Disbursement>();
        disbursements.find(organizationId, ids).forEach(payout -> payouts.put(payout.id(), payout));
        var received = deposits.named(
                organizationId,
                ids.stream().filter(id -> !payouts.containsKey(id)).toList());
        return page.stream().map(line -> named(line, payouts, received)).toList();
    }

    /// Adds the payments to a stream of lines, in batches.
    Stream<Line> named(UUID organizationId, Stream<BalanceTransaction> lines, int atOnce) {
        return lines.gather(Gatherers.windowFixed(atOnce)).flatMap(page -> named(organizationId, page).stream());
    }

    private static Line named(
            BalanceTransaction line, Map<UUID, Disbursement> payouts, Map<UUID, DepositLookup.DepositName> received) {
        if (line.paymentId() == null) {
            return new Line(line, null, null, null);
        }
        var id = UUID.fromString(line.paymentId());
        var payout = payouts.get(id);
        if (payout != null) {
            return new Line(line, Section.PAYOUTS.path() + "/" + id, payout.reference(), payee(payout));
        }
        var deposit = received.get(id);
        if (deposit != null) {
            return new Line(line, Section.DEPOSITS.path() + "/" + deposit.depositId(), deposit.reference(), null);
        }
        return new Line(
                line, line.kind().equals(CONVERSION) ? Section.CONVERSIONS.path() + "/" + id : null, null, null);
    }

    private static @Nullable String payee(Disbursement payout) {
        if (payout.isHeld()) {
            return null;
        }
        return payout.isCrypto()
                ? payout.payee().wallet().wallet().address()
                : payout.payee().parts().name();
    }
}
