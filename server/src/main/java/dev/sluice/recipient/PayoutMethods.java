package dev.sluice.recipient;

import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import java.util.Optional;

/// Which payout method reaches an account: the one in its currency whose code is the payment code, else whose name is
/// the bank's name, in any case.
final class PayoutMethods {
    private PayoutMethods() {}

    static Optional<PayoutMethod> of(References references, BankDetails bank) {
        var currency = bank.currency();
        if (currency == null) {
            return Optional.empty();
        }
        return Optional.ofNullable(bank.paymentCode())
                .flatMap(code -> references.payoutMethod(currency, code))
                .or(() -> Optional.ofNullable(bank.bankName())
                        .flatMap(name -> references.payoutMethodByName(currency, name)));
    }
}
