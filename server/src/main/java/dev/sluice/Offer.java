package dev.sluice;

import dev.sluice.deposit.DepositRoom;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.sandbox.Magic;
import dev.sluice.recipient.BankRules;
import dev.sluice.reference.Served;

/// What a deployment offers: what its rails serve.
final class Offer {
    private Offer() {}

    /// The payment methods and tokens that are shown.
    static Served served(ConfiguredRails rails) {
        return new Served(
                method -> rails.payouts()
                        .forPayout(method.currency(), method.bankCode())
                        .isPresent(),
                method -> DepositRoom.serves(rails.payins(), method),
                token -> rails.payouts()
                        .forPayout(token.id(), token.network().network())
                        .isPresent(),
                token -> rails.payins()
                        .isConfigured(
                                rail -> rail.wallet(token.id(), token.network().network(), PayinRail.ANY_DEPOSIT)
                                        .isPresent()));
    }

    /// The sandbox's magic account numbers are nobody's, so no bank's check digits fit them.
    static BankRules bankRules(boolean sandbox) {
        return sandbox ? BankRules.sparing(Magic::isNumber) : BankRules.standard();
    }
}
