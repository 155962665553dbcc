package dev.sluice.recipient;

import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import java.util.Optional;
import java.util.stream.Stream;

/// Selection of the payout method for an account, within its currency: the method with the payment code, else with the
/// prefix of the IFSC, else with the bank's name, case-insensitively. Without a code, the IBAN's bank selects the
/// method.
final class PayoutMethods {
    /// Bank code of the method that reaches every account in SEPA.
    private static final String SEPA = "SEPA";

    private static final int IFSC_BANK_LENGTH = 4;

    private PayoutMethods() {}

    static Optional<PayoutMethod> of(References references, BankDetails bank) {
        return byCode(references, bank)
                .or(() -> byIfsc(references, bank))
                .or(() -> byName(references, bank))
                .or(() -> byIban(references, bank));
    }

    static Optional<PayoutMethod> byCode(References references, BankDetails bank) {
        var currency = bank.currency();
        var code = bank.paymentCode();
        return currency == null || code == null
                ? Optional.empty()
                : references.payoutMethod(currency, code).filter(method -> reaches(method, bank));
    }

    private static Optional<PayoutMethod> byIfsc(References references, BankDetails bank) {
        var currency = bank.currency();
        return currency == null
                ? Optional.empty()
                : Stream.of(Optional.ofNullable(bank.ifsc()), Optional.ofNullable(bank.paymentCode()))
                        .flatMap(Optional::stream)
                        .filter(RoutingCodes::isIfsc)
                        .findFirst()
                        .flatMap(ifsc -> references.payoutMethod(currency, ifsc.substring(0, IFSC_BANK_LENGTH)));
    }

    /// Returns the method of the bank in the IBAN, if it is listed, else the one that reaches any bank.
    private static Optional<PayoutMethod> byIban(References references, BankDetails bank) {
        var currency = bank.currency();
        if (currency == null || bank.paymentCode() != null) {
            return Optional.empty();
        }
        return references
                .payoutMethod(currency, SEPA)
                .flatMap(any -> ibans(bank)
                        .filter(Ibans::isInSepa)
                        .findFirst()
                        .map(iban -> ofBank(references, currency, iban).orElse(any)));
    }

    private static Optional<PayoutMethod> ofBank(References references, String currency, String iban) {
        return Ibans.bic(iban)
                .flatMap(start -> references.payoutMethods(currency).stream()
                        .filter(method -> method.bic() != null && method.bic().startsWith(start))
                        .findFirst());
    }

    private static Optional<PayoutMethod> byName(References references, BankDetails bank) {
        var currency = bank.currency();
        var name = bank.bankName();
        return currency == null || name == null
                ? Optional.empty()
                : references.payoutMethodByName(currency, name).filter(method -> reaches(method, bank));
    }

    /// Reports whether a method reaches an account: SEPA does not reach IBANs outside of its area.
    private static boolean reaches(PayoutMethod method, BankDetails bank) {
        return !method.bankCode().equals(SEPA)
                || ibans(bank).filter(Ibans::looksLikeOne).allMatch(Ibans::isInSepa);
    }

    private static Stream<String> ibans(BankDetails bank) {
        return Stream.of(Optional.ofNullable(bank.ibanNumber()), Optional.ofNullable(bank.accountNumber()))
                .flatMap(Optional::stream);
    }
}
