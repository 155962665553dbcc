package dev.sluice.recipient;

import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Banks named by the fields of an account, each field alone. They must be the same bank: otherwise one would be paid,
/// and the other one shown.
final class NamedBanks {
    static final String CODE = "paymentCode";
    static final String BRANCH = "branchCode";
    static final String NAME = "bankName";
    static final String IFSC = "ifsc";

    /// Fields that name a bank, by precedence.
    static final List<String> OF_BANK = List.of(CODE, IFSC, NAME);

    private final References references;

    NamedBanks(References references) {
        this.references = references;
    }

    /// Reports each sent field that names a bank other than the one that is paid.
    void check(BankFields sent, BankDetails bank) {
        var paid = PayoutMethods.of(references, bank).filter(method -> !method.reachesAnyBank());
        if (paid.isEmpty()) {
            return;
        }
        var leading = OF_BANK.stream()
                .filter(field -> method(field, bank).filter(paid.get()::equals).isPresent())
                .findFirst();
        leading.ifPresent(deciding -> OF_BANK.stream()
                .filter(sent::has)
                .filter(field -> method(field, bank)
                        .filter(other -> !other.reachesAnyBank())
                        .filter(other -> !other.equals(paid.get()))
                        .isPresent())
                .forEach(field -> sent.add(
                        field, Problem.Code.CONFLICT.name(), "must name the bank of bank." + sent.sentName(deciding))));
        branch(sent, bank);
    }

    /// Returns the account with its bank's name, if the stored name is that of another listed bank.
    BankDetails named(BankFields sent, BankDetails bank) {
        var paid = PayoutMethods.of(references, bank).filter(method -> !method.reachesAnyBank());
        boolean isOthers = method(NAME, bank)
                .filter(other -> !other.reachesAnyBank())
                .filter(other -> !paid.filter(other::equals).isPresent())
                .isPresent();
        return paid.isPresent() && isOthers && !sent.has(NAME)
                ? bank.toBuilder().bankName(paid.get().bankName()).build()
                : bank;
    }

    /// Checks a payment code that is not a payout method's: it names a branch, too.
    private void branch(BankFields sent, BankDetails bank) {
        var code = bank.paymentCode();
        var branch = bank.branchCode();
        if (code == null || branch == null) {
            return;
        }
        boolean isMethods = PayoutMethods.byCode(references, bank).isPresent();
        var other = isMethods ? null : RoutingCodes.branch(bank.currency(), code);
        if (other != null && !other.equals(branch)) {
            sent.add(BRANCH, Problem.Code.CONFLICT.name(), "must be the code in bank.paymentCode");
        } else if (isMethods && "JPY".equals(bank.currency()) && !branch.startsWith(code)) {
            sent.add(BRANCH, Problem.Code.CONFLICT.name(), "must begin with the code of the bank");
        }
    }

    /// Returns the method that one field alone selects.
    Optional<PayoutMethod> method(String field, BankDetails bank) {
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

    static @Nullable String value(String field, BankDetails bank) {
        return switch (field) {
            case CODE -> bank.paymentCode();
            case NAME -> bank.bankName();
            default -> bank.ifsc();
        };
    }
}
