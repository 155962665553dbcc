package dev.sluice;

import dev.sluice.deposit.DepositRoom;
import dev.sluice.rail.sandbox.Magic;
import dev.sluice.recipient.BankRules;
import dev.sluice.reference.Served;
import dev.sluice.reference.Token;
import java.util.UUID;

/// What a deployment offers: what its rails serve.
final class Offer {
    private static final UUID ANY_DEPOSIT = new UUID(0, 0);

    private Offer() {}

    /// The payment methods and tokens that are shown.
    static Served served(ConfiguredRails rails) {
        return new Served(
                method -> rails.payouts()
                        .forPayout(method.currency(), method.bankCode())
                        .isPresent(),
                method -> DepositRoom.serves(rails.payins(), method),
                token -> serves(rails, token));
    }

    /// Whether a token can be paid out, or taken in.
    private static boolean serves(ConfiguredRails rails, Token token) {
        var network = token.network().network();
        return rails.payouts().forPayout(token.id(), network).isPresent()
                || rails.payins()
                        .first(rail ->
                                rail.wallet(token.id(), network, ANY_DEPOSIT).isPresent())
                        .isPresent();
    }

    /// The sandbox's magic account numbers are nobody's, so no bank's check digits fit them.
    static BankRules bankRules(boolean sandbox) {
        return sandbox ? BankRules.sparing(Magic::isNumber) : BankRules.standard();
    }
}
