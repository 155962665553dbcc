package dev.sluice.app;

import dev.sluice.deposit.DepositModule;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.sandbox.Magic;
import dev.sluice.recipient.BankRules;
import dev.sluice.reference.Served;

/// The capabilities of a deployment: the methods and tokens that its rails serve.
final class Capabilities {
    private Capabilities() {}

    /// Returns filters for the offered payment methods and tokens.
    static Served served(ConfiguredRails rails) {
        return new Served(
                method -> rails.payouts()
                        .forPayout(method.currency(), method.bankCode())
                        .isPresent(),
                method -> DepositModule.serves(rails.payins(), method),
                token -> rails.payouts()
                        .forPayout(token.id(), token.network().network())
                        .isPresent(),
                token -> rails.payins()
                        .isConfigured(
                                rail -> rail.wallet(token.id(), token.network().network(), PayinRail.ANY_DEPOSIT)
                                        .isPresent()),
                rails.ownDeposits());
    }

    /// Returns the rules for account numbers. In a sandbox, magic account numbers are exempt, because no bank's
    /// check digits match them.
    static BankRules bankRules(boolean sandbox) {
        return sandbox ? BankRules.sparing(Magic::isNumber) : BankRules.standard();
    }
}
