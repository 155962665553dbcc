package dev.sluice.disbursement;

import dev.sluice.auth.Caller;
import dev.sluice.disbursement.create.Draft;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RoutingNumbers;
import dev.sluice.rail.Wallet;
import dev.sluice.recipient.Ibans;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.Token;
import java.math.BigDecimal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Money that goes back to its payer.
///
/// @param fee zero, unless it goes to another receiver, as any payout could
/// @param byOperator true if an operator returns money that was never the merchant's; the merchant cannot cancel it
///     then
public record Repayment(
        Caller caller,
        PayeeDocument payee,
        Rail rail,
        Money amount,
        FeeSchedule fee,
        @Nullable String note,
        boolean byOperator) {
    /// Name of the payer of the house's payouts.
    public static final String HOUSE_NAME = "Sluice";

    public static final FeeSchedule FREE = new FeeSchedule(BigDecimal.ZERO, BigDecimal.ZERO);

    /// An account at a bank, by its payout method.
    ///
    /// @param payeeId stands for the payee, since there is no stored recipient
    /// @param branch data that identifies the branch, if it was given
    public static PayeeDocument account(
            UUID payeeId, String name, String accountNumber, PayoutMethod method, RoutingNumbers branch) {
        boolean any = method.reachesAnyBank();
        return PayeeDocument.of(new Payee(
                payeeId,
                null,
                name,
                new Payee.Bank(
                        method.bankName(),
                        name,
                        accountNumber,
                        method.bankCode(),
                        branch,
                        null,
                        method.bic(),
                        method.currency(),
                        country(accountNumber, method),
                        any ? null : method.address(),
                        any ? null : method.city(),
                        any ? null : method.province(),
                        any ? null : method.postCode()),
                null));
    }

    /// Returns the country of the payer. A method that reaches any bank has none: then the country is that of the
    /// IBAN.
    private static @Nullable String country(String accountNumber, PayoutMethod method) {
        return method.reachesAnyBank() ? Ibans.country(accountNumber).orElse(null) : method.country();
    }

    /// A wallet that takes a token.
    public static PayeeDocument wallet(Wallet wallet, Token token, FeeSchedule fee, Rail rail) {
        return PayeeDocument.of(
                WalletPayee.of(wallet, token, fee, rail.sender(wallet.network()).orElse(null)));
    }

    Draft draft() {
        return new Draft("", amount, fee, payee, rail.name(), null, null, null, note);
    }
}
