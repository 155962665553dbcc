package dev.sluice.disbursement;

import dev.sluice.screening.Asked;
import dev.sluice.screening.CheckKind;
import dev.sluice.screening.CheckRef;
import dev.sluice.screening.Party;

/// The payee of a payout, as screening is asked about it.
final class ScreenedPayee {
    private ScreenedPayee() {}

    /// A bank's word on the account's name is screened beside the names that were given.
    static Asked of(Disbursement payout) {
        return new Asked(
                new CheckRef(payout.organizationId(), payout.id()),
                CheckKind.PAYOUT,
                payout.isCrypto()
                        ? Party.wallet(payout.payee().wallet().wallet().address())
                        : party(payout.payee().parts()));
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
