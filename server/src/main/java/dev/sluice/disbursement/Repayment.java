package dev.sluice.disbursement;

import dev.sluice.auth.Caller;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.rail.CollectionAccount.Routing;
import dev.sluice.rail.Rail;
import dev.sluice.rail.Wallet;
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
    public static PayeeDocument account(UUID payeeId, String name, String accountNumber, PayoutMethod method) {
        return PayeeDocument.of(new Payee(
                payeeId,
                null,
                name,
                new Payee.Bank(
                        method.bankName(),
                        name,
                        accountNumber,
                        method.bankCode(),
                        Routing.NONE,
                        method.bic(),
                        method.currency(),
                        method.country(),
                        method.address(),
                        method.city(),
                        method.province(),
                        method.postCode()),
                null));
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
