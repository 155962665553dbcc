package dev.sluice.dashboard.payout;

import dev.sluice.client.model.FiatDisbursementMethod;
import dev.sluice.client.model.RecipientBank;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The names of banks that can be paid, which programs know by codes.
final class BankNames {
    private BankNames() {}

    /// An account in a line; the bank of one that is told by its IBAN may not be known.
    static String line(String name, String bank, String number) {
        return Stream.of(name, bank, number).filter(each -> !each.isEmpty()).collect(Collectors.joining(", "));
    }

    static Optional<String> of(List<FiatDisbursementMethod> banks, String code) {
        return banks.stream()
                .filter(bank -> bank.bankCode().equals(code))
                .map(FiatDisbursementMethod::bankName)
                .findFirst();
    }

    /// The bank that a stored account is paid at: the name that belongs to its code, whatever it was stored with.
    static String of(List<FiatDisbursementMethod> banks, RecipientBank account) {
        return Optional.ofNullable(account.paymentCode())
                .flatMap(code -> of(banks, code))
                .orElse(Objects.requireNonNullElse(account.bankName(), ""));
    }
}
