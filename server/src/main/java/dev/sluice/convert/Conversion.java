package dev.sluice.convert;

import dev.sluice.clock.Clocks;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.AccountKey;
import dev.sluice.ledger.Leg;
import dev.sluice.ledger.Transfer;
import dev.sluice.ledger.TransferKind;
import dev.sluice.money.Asset;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Tokens of an organization that were exchanged for fiat money.
record Conversion(UUID organizationId, UUID id, @Nullable UUID quoteId, UUID userId, Figures figures) {

    Instant createdAt() {
        return Clocks.timeOf(id);
    }

    /// Its way through the books: in goes the token; out comes the fiat money, the fee of it, and the markup, which is
    /// the organization's. The house's position has the other side of each.
    List<Transfer> transfers() {
        return Leg.transfers(legs(figures), organizationId, id, 1, createdAt());
    }

    /// The accounts that an exchange may go through.
    static Set<AccountKey> accounts(UUID organizationId, Asset input, Asset output) {
        return Set.of(
                new AccountKey(organizationId, input, Account.AVAILABLE),
                new AccountKey(organizationId, input, Account.POSITION),
                new AccountKey(organizationId, output, Account.POSITION),
                new AccountKey(organizationId, output, Account.AVAILABLE),
                new AccountKey(organizationId, output, Account.FEES));
    }

    static List<Leg> legs(Figures figures) {
        return Stream.of(
                        new Leg(Account.AVAILABLE, Account.POSITION, figures.input(), TransferKind.CONVERSION),
                        new Leg(Account.POSITION, Account.AVAILABLE, figures.total(), TransferKind.CONVERSION),
                        new Leg(Account.POSITION, Account.FEES, figures.fee(), TransferKind.FEE),
                        new Leg(Account.POSITION, Account.AVAILABLE, figures.markupAmount(), TransferKind.CONVERSION))
                .filter(leg -> leg.amount().isPositive())
                .toList();
    }
}
