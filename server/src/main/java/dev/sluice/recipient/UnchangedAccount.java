package dev.sluice.recipient;

import static dev.sluice.recipient.NamedBanks.BRANCH;
import static dev.sluice.recipient.NamedBanks.CODE;
import static dev.sluice.recipient.NamedBanks.IFSC;
import static dev.sluice.recipient.NamedBanks.OF_BANK;

import dev.sluice.reference.Currency;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Check of a recipient's change against the unchanged fields that decide the payment. Otherwise a caller could change
/// the bank or account number in one field and read it in the answer, while the money still went to the account in
/// another field.
final class UnchangedAccount {
    /// Fields that identify an account: the same number in another currency is another account.
    private static final List<String> OF_ACCOUNT =
            List.of("accountNumber", "ibanNumber", CODE, BRANCH, IFSC, "achNumber", "fedwireNumber", "accountType");

    private final References references;
    private final BankRules rules;
    private final PaidAccounts accounts;
    private final NamedBanks banks;

    UnchangedAccount(References references, BankRules rules) {
        this.references = references;
        this.rules = rules;
        this.accounts = new PaidAccounts(references, rules);
        this.banks = new NamedBanks(references);
    }

    /// @param sent the change
    /// @param after the recipient's details with the change, normalised
    void check(BankFields sent, BankDetails before, BankDetails after) {
        if (!Objects.equals(before.currency(), after.currency())) {
            currency(sent, before, after);
        }
        PayoutMethods.of(references, after)
                .filter(paid -> !paid.reachesAnyBank())
                .ifPresent(paid -> bank(sent, before, after, paid));
        account(sent, before, after);
        PayoutMethods.of(references, before).ifPresent(paid -> branch(sent, paid, after));
    }

    /// A change of currency means another account. The unchanged numbers of the old account would be paid in its
    /// place.
    private static void currency(BankFields sent, BankDetails before, BankDetails after) {
        OF_ACCOUNT.stream()
                .filter(field -> value(field, before) != null && value(field, after) != null && !sent.has(field))
                .forEach(field -> sent.add(
                        field,
                        Problem.Code.CONFLICT.name(),
                        "must be sent with the new currency, because it belongs to the old account; an empty string"
                                + " removes it"));
    }

    /// The bank changes, but no branch of it is sent: a rail would get the new bank with the old branch.
    private void branch(BankFields sent, PayoutMethod before, BankDetails after) {
        if (PayoutMethods.of(references, after)
                .filter(paid -> !paid.equals(before))
                .isEmpty()) {
            return;
        }
        var codes = accounts.of(after).routing();
        branch(sent, primary(codes.primary(), after), codes.primary());
        branch(sent, "achNumber", codes.ach());
        branch(sent, "fedwireNumber", codes.wire());
    }

    /// Returns the field that contains the branch's code.
    private static String primary(@Nullable String code, BankDetails after) {
        if (Objects.equals(code, after.ifsc())) {
            return IFSC;
        }
        return Objects.equals(code, after.branchCode()) ? BRANCH : CODE;
    }

    private static void branch(BankFields sent, String field, @Nullable String code) {
        if (code != null && !sent.has(field)) {
            sent.add(
                    field,
                    Problem.Code.CONFLICT.name(),
                    "must be sent with the new bank, because it belongs to a branch of the old one");
        }
    }

    /// A sent field names a bank other than the one that is paid, and no sent field changes the payment.
    private void bank(BankFields sent, BankDetails before, BankDetails after, PayoutMethod paid) {
        var leading = OF_BANK.stream()
                .filter(field -> banks.method(field, after).filter(paid::equals).isPresent())
                .toList();
        if (leading.isEmpty() || leading.stream().anyMatch(sent::has)) {
            return;
        }
        OF_BANK.stream()
                .filter(field -> isChanged(field, before, after))
                .filter(field -> banks.method(field, after).isPresent())
                .forEach(field -> sent.add(
                        field,
                        Problem.Code.CONFLICT.name(),
                        "must name the bank of bank." + leading.getFirst() + ", which is unchanged unless it is sent"));
    }

    /// The IBAN is paid if the currency requires one, and the account number otherwise. In most countries an IBAN
    /// contains the account number, so a number that is not part of it may be another account's.
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
                    "must be a part of bank.ibanNumber, which is unchanged unless it is sent");
        } else if (!paysIban && !sent.has("accountNumber") && !iban.equals(before.ibanNumber())) {
            sent.add(
                    "ibanNumber",
                    Problem.Code.CONFLICT.name(),
                    "must contain bank.accountNumber, which is unchanged unless it is sent");
        }
    }

    private boolean wantsIban(BankDetails bank) {
        return Optional.ofNullable(bank.currency())
                .flatMap(references::currency)
                .map(Currency::required)
                .filter(Currency.Required::iban)
                .isPresent();
    }

    private static boolean isChanged(String field, BankDetails before, BankDetails after) {
        var now = value(field, after);
        return now != null && !now.equalsIgnoreCase(Objects.requireNonNullElse(value(field, before), ""));
    }

    private static @Nullable String value(String field, BankDetails bank) {
        return switch (field) {
            case "accountNumber" -> bank.accountNumber();
            case "ibanNumber" -> bank.ibanNumber();
            case "achNumber" -> bank.achNumber();
            case "fedwireNumber" -> bank.fedwireNumber();
            case "accountType" -> bank.accountType();
            case BRANCH -> bank.branchCode();
            default -> NamedBanks.value(field, bank);
        };
    }
}
