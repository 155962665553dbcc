package dev.sluice.dashboard.payout;

import dev.sluice.client.model.FiatDisbursementMethod;
import dev.sluice.client.model.RecipientBank;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Names of the supported banks, which programs know by codes.
final class BankNames {
    private BankNames() {}

    /// Returns an account in one line; the bank of an account with an IBAN may be unknown.
    static String line(String name, String bank, String number) {
        return Stream.of(name, bank, number).filter(each -> !each.isEmpty()).collect(Collectors.joining(", "));
    }

    static Optional<String> of(List<FiatDisbursementMethod> banks, String code) {
        return banks.stream()
                .filter(bank -> bank.bankCode().equals(code))
                .map(FiatDisbursementMethod::bankName)
                .findFirst();
    }

    /// Returns the bank of a stored account: the name that belongs to its code, or else the stored name.
    static String of(List<FiatDisbursementMethod> banks, RecipientBank account) {
        return Optional.ofNullable(account.paymentCode())
                .flatMap(code -> of(banks, code))
                .orElse(Objects.requireNonNullElse(account.bankName(), ""));
    }
}
