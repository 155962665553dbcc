package dev.sluice.recipient;

import dev.sluice.reference.Currency;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a change of a payee leaves as it was, where that is what is paid. Whoever sends another bank or account number
/// in one field would read it in the answer, while the money still went to what another field says.
final class KeptAccount {
    private static final String CODE = "paymentCode";
    private static final String NAME = "bankName";
    private static final String IFSC = "ifsc";

    /// What names a bank, in the order in which it decides.
    private static final List<String> OF_BANK = List.of(CODE, IFSC, NAME);

    private final References references;
    private final BankRules rules;
    private final PaidAccounts accounts;

    KeptAccount(References references, BankRules rules) {
        this.references = references;
        this.rules = rules;
        this.accounts = new PaidAccounts(references, rules);
    }

    /// @param sent the change
    /// @param after the payee's details with the change, normalised
    void check(BankFields sent, BankDetails before, BankDetails after) {
        PayoutMethods.of(references, after)
                .filter(paid -> !paid.reachesAnyBank())
                .ifPresent(paid -> bank(sent, before, after, paid));
        account(sent, before, after);
        PayoutMethods.of(references, before).ifPresent(paid -> branch(sent, paid, after));
    }

    /// Another bank is paid now, and what leads to a branch of the one before is not sent: a rail would be
    /// told both.
    private void branch(BankFields sent, PayoutMethod before, BankDetails after) {
        if (PayoutMethods.of(references, after)
                .filter(paid -> !paid.equals(before))
                .isEmpty()) {
            return;
        }
        var codes = accounts.of(after).routing();
        branch(sent, Objects.equals(codes.primary(), after.ifsc()) ? IFSC : CODE, codes.primary());
        branch(sent, "achNumber", codes.ach());
        branch(sent, "fedwireNumber", codes.wire());
    }

    private static void branch(BankFields sent, String field, @Nullable String code) {
        if (code != null && !sent.has(field)) {
            sent.add(
                    field,
                    Problem.Code.CONFLICT.name(),
                    "must be sent with another bank, for it leads to a branch of the one before");
        }
    }

    /// What is sent of a bank leads to another one than what is paid, and nothing that is sent leads there.
    private void bank(BankFields sent, BankDetails before, BankDetails after, PayoutMethod paid) {
        var leading = OF_BANK.stream()
                .filter(field -> method(field, after).filter(paid::equals).isPresent())
                .toList();
        if (leading.isEmpty() || leading.stream().anyMatch(sent::has)) {
            return;
        }
        OF_BANK.stream()
                .filter(field -> isChanged(field, before, after))
                .filter(field -> method(field, after).isPresent())
                .forEach(field -> sent.add(
                        field,
                        Problem.Code.CONFLICT.name(),
                        "must name the bank of bank." + leading.getFirst()
                                + ", which stays as it is unless it is sent"));
    }

    /// An IBAN is what is paid where a currency asks for one, and the account's number where none does. An IBAN has the
    /// number inside of it, in most countries, so that a number which is not in it may be another account's.
    private void account(BankFields sent, BankDetails before, BankDetails after) {
        var account = after.accountNumber();
        var iban = after.ibanNumber();
        if (account == null || iban == null || iban.contains(account) || rules.spares(account)) {
            return;
        }
        boolean paysIban = wantsIban(after);
        if (paysIban && !sent.has("ibanNumber") && !account.equals(before.accountNumber())) {
            sent.add(
                    "accountNumber",
                    Problem.Code.CONFLICT.name(),
                    "must be a part of bank.ibanNumber, which stays as it is unless it is sent");
        } else if (!paysIban && !sent.has("accountNumber") && !iban.equals(before.ibanNumber())) {
            sent.add(
                    "ibanNumber",
                    Problem.Code.CONFLICT.name(),
                    "must have bank.accountNumber in it, which stays as it is unless it is sent");
        }
    }

    private boolean wantsIban(BankDetails bank) {
        return Optional.ofNullable(bank.currency())
                .flatMap(references::currency)
                .map(Currency::required)
                .filter(Currency.Required::iban)
                .isPresent();
    }

    /// The method that one field leads to by itself.
    private Optional<PayoutMethod> method(String field, BankDetails bank) {
        var alone = BankDetails.builder().currency(bank.currency());
        var value = value(field, bank);
        return PayoutMethods.of(
                references,
                switch (field) {
                    case CODE -> alone.paymentCode(value).build();
                    case NAME -> alone.bankName(value).build();
                    default -> alone.ifsc(value).build();
                });
    }

    private static boolean isChanged(String field, BankDetails before, BankDetails after) {
        var now = value(field, after);
        return now != null && !now.equalsIgnoreCase(Objects.requireNonNullElse(value(field, before), ""));
    }

    private static @Nullable String value(String field, BankDetails bank) {
        return switch (field) {
            case CODE -> bank.paymentCode();
            case NAME -> bank.bankName();
            default -> bank.ifsc();
        };
    }
}
