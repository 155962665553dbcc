package dev.sluice.recipient;

import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Selection of the payout method for an account, within its currency: the method with the payment code, else with the
/// prefix of the IFSC, else with the bank's name, case-insensitively. Without a code, the IBAN's bank selects the
/// method.
final class PayoutMethods {
    /// Bank codes of the methods that reach every account of an area, with its IBANs: euros in SEPA, and francs by
    /// Swiss Interbank Clearing.
    private static final Map<String, Predicate<String>> AREAS = Map.of("SEPA", Ibans::isInSepa, "SIC", Ibans::isSwiss);

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
        return AREAS.entrySet().stream()
                .flatMap(area -> references.payoutMethod(currency, area.getKey()).stream()
                        .flatMap(any -> ibans(bank)
                                .filter(area.getValue())
                                .map(iban -> ofBank(references, currency, iban).orElse(any))))
                .findFirst();
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

    /// Reports whether a method reaches an account: one with an area does not reach IBANs outside of it.
    private static boolean reaches(PayoutMethod method, BankDetails bank) {
        var area = AREAS.get(method.bankCode());
        return area == null || ibans(bank).filter(Ibans::looksLikeOne).allMatch(area);
    }

    private static Stream<String> ibans(BankDetails bank) {
        return Stream.of(Optional.ofNullable(bank.ibanNumber()), Optional.ofNullable(bank.accountNumber()))
                .flatMap(Optional::stream);
    }
}
