package dev.sluice;

import dev.sluice.deposit.DepositRoom;
import dev.sluice.rail.PayinRails;
import dev.sluice.rail.Rails;
import dev.sluice.rail.sandbox.Magic;
import dev.sluice.recipient.BankRules;
import dev.sluice.reference.Network;
import dev.sluice.reference.Served;
import java.util.function.Predicate;

/// What a deployment offers: what its rails serve.
final class Offer {
    private Offer() {}

    /// The payment methods and tokens that are shown.
    ///
    /// @param reached the networks that a rail is configured for; the sandbox plays all others
    static Served served(boolean sandbox, Rails rails, PayinRails payinRails, Predicate<Network> reached) {
        return new Served(
                method -> rails.forPayout(method.currency(), method.bankCode()).isPresent(),
                method -> DepositRoom.serves(payinRails, method),
                token -> sandbox || reached.test(token.network()));
    }

    /// The sandbox's magic account numbers are nobody's, so no bank's check digits fit them.
    static BankRules bankRules(boolean sandbox) {
        return sandbox ? BankRules.sparing(Magic::isNumber) : BankRules.standard();
    }
}
