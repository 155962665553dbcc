package dev.sluice.disbursement;

import dev.sluice.db.Tx;
import dev.sluice.rail.StellarAddress;
import dev.sluice.screening.Check.Consequence;
import dev.sluice.screening.CheckKind;
import dev.sluice.screening.CheckRef;
import dev.sluice.screening.Party;
import dev.sluice.screening.ScreeningRequest;
import dev.sluice.screening.Screenings;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The payee of a payout, as screening is asked about it.
public final class ScreenedPayee {
    private ScreenedPayee() {}

    /// A bank's word on the account's name is screened beside the names that were given.
    public static ScreeningRequest of(Disbursement payout) {
        return new ScreeningRequest(
                new CheckRef(payout.organizationId(), payout.id()),
                CheckKind.PAYOUT,
                payout.isCrypto()
                        ? wallet(payout.payee().wallet().wallet().address())
                        : party(payout.payee().parts()));
    }

    /// Returns the wallet at an address, and the account behind it if the address is a muxed one of Stellar: lists
    /// have accounts.
    ///
    /// @param names known names of its holder
    public static Party wallet(String address, @Nullable String... names) {
        var account = StellarAddress.parse(address).map(StellarAddress::account).orElse(address);
        return Party.wallets(Stream.of(account, address).distinct().toList(), names);
    }

    /// Returns the verdicts by payout, checked before money moves. A stored recipient that an operator rejected is
    /// not paid, regardless of the payout's own check.
    static Map<UUID, Consequence> consequences(Screenings screenings, Tx tx, List<Disbursement> payouts) {
        var consequences = screenings.consequences(
                tx, payouts.stream().map(ScreenedPayee::of).toList());
        var byBank = payouts.stream().filter(payout -> !payout.isCrypto()).toList();
        var rejected = screenings.rejected(
                tx.handle(), byBank.stream().map(ScreenedPayee::recipient).toList());
        byBank.stream()
                .filter(payout -> rejected.contains(recipient(payout)))
                .forEach(payout -> consequences.put(payout.id(), Consequence.REJECT));
        return consequences;
    }

    private static CheckRef recipient(Disbursement payout) {
        return new CheckRef(payout.organizationId(), payout.payee().parts().recipientId());
    }

    private static Party party(Payee payee) {
        var check = payee.verification();
        return Party.named(
                payee.bank().country(),
                payee.name(),
                payee.bank().accountName(),
                check == null ? null : check.bankName());
    }
}
