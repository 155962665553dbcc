package dev.sluice;

import dev.sluice.deposit.DepositRoom;
import dev.sluice.rail.PayinRails;
import dev.sluice.rail.Rails;
import dev.sluice.rail.sandbox.Magic;
import dev.sluice.recipient.BankRules;
import dev.sluice.reference.Served;

/// What a deployment offers: what its rails serve.
final class Offer {
    private Offer() {}

    /// The payment methods and tokens that are shown.
    static Served served(Rails rails, PayinRails payinRails) {
        return new Served(
                method -> rails.forPayout(method.currency(), method.bankCode()).isPresent(),
                method -> DepositRoom.serves(payinRails, method),
                token -> rails.forPayout(token.id(), token.network().network()).isPresent());
    }

    /// The sandbox's magic account numbers are nobody's, so no bank's check digits fit them.
    static BankRules bankRules(boolean sandbox) {
        return sandbox ? BankRules.sparing(Magic::isNumber) : BankRules.standard();
    }
}
