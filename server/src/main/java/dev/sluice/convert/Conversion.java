package dev.sluice.convert;

import dev.sluice.clock.Clocks;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.AccountKey;
import dev.sluice.ledger.Leg;
import dev.sluice.ledger.Transfer;
import dev.sluice.ledger.TransferKind;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// An exchange of an organization's tokens for fiat money.
record Conversion(UUID organizationId, UUID id, @Nullable UUID quoteId, UUID userId, Figures figures) {

    Instant createdAt() {
        return Clocks.timeOf(id);
    }

    /// Returns the ledger transfers: the token in, and the fiat amount, its fee, and the markup, which belongs to
    /// the organization, out. The counterpart of each is the house's position.
    List<Transfer> transfers() {
        return Leg.transfers(legs(figures), organizationId, id, 1, createdAt());
    }

    /// Returns all accounts that an exchange may use, independent of its amounts.
    static Set<AccountKey> accounts(UUID organizationId, Asset input, Asset output) {
        var any = Money.zero(output);
        return Leg.accounts(legs(Money.zero(input), any, any, any), organizationId);
    }

    static List<Leg> legs(Figures figures) {
        return legs(figures.input(), figures.total(), figures.fee(), figures.markupAmount()).stream()
                .filter(leg -> leg.amount().isPositive())
                .toList();
    }

    private static List<Leg> legs(Money input, Money total, Money fee, Money markup) {
        return List.of(
                new Leg(Account.AVAILABLE, Account.POSITION, input, TransferKind.CONVERSION),
                new Leg(Account.POSITION, Account.AVAILABLE, total, TransferKind.CONVERSION),
                new Leg(Account.POSITION, Account.FEES, fee, TransferKind.FEE),
                new Leg(Account.POSITION, Account.AVAILABLE, markup, TransferKind.CONVERSION));
    }
}
