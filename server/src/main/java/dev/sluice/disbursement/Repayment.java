package dev.sluice.disbursement;

import dev.sluice.auth.Caller;
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

/// Money that goes back to whoever paid it.
///
/// @param fee nothing, unless it goes elsewhere, as any payout could
/// @param byOperator whether an operator sends back what was never the merchant's, who cannot cancel it then
public record Repayment(
        Caller caller,
        PayeeDocument payee,
        Rail rail,
        Money amount,
        FeeSchedule fee,
        @Nullable String note,
        boolean byOperator) {
    /// Who pays where the house does.
    public static final String HOUSE_NAME = "Sluice";

    public static final FeeSchedule FREE = new FeeSchedule(BigDecimal.ZERO, BigDecimal.ZERO);

    /// An account at a bank, by its payout method.
    ///
    /// @param payeeId stands for the payee, who is nobody's stored recipient
    /// @param branch what leads to the branch, where somebody said it
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

    /// What reaches any bank is in no country: the payer's is that of the IBAN.
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
