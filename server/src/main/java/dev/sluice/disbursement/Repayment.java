package dev.sluice.disbursement;

import dev.sluice.auth.Caller;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.rail.Rail;
import dev.sluice.reference.PayoutMethod;
import java.math.BigDecimal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Money that goes back to whoever paid it, without a fee.
///
/// @param payeeId stands for the payee, who is nobody's stored recipient
public record Repayment(
        Caller caller,
        UUID payeeId,
        String name,
        String accountNumber,
        PayoutMethod method,
        Rail rail,
        Money amount,
        @Nullable String note) {
    private static final FeeSchedule FREE = new FeeSchedule(BigDecimal.ZERO, BigDecimal.ZERO);

    Draft draft() {
        return new Draft("", amount, FREE, PayeeDocument.of(payee()), rail.name(), null, null, note);
    }

    private Payee payee() {
        return new Payee(
                payeeId,
                null,
                name,
                new Payee.Bank(
                        method.bankName(),
                        name,
                        accountNumber,
                        method.bankCode(),
                        method.bic(),
                        method.currency(),
                        method.country(),
                        method.address(),
                        method.city(),
                        method.province(),
                        method.postCode()),
                null);
    }
}
