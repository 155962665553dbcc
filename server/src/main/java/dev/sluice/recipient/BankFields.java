package dev.sluice.recipient;

import dev.sluice.http.Fields;
import dev.sluice.refusal.Refusal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reader of one `bank` object as sent. It remembers the fields with problems found while parsing, so that the rules
/// do not report the same field as missing.
final class BankFields {
    /// Allows for spaces and dashes: an IBAN of 34 characters has eight spaces.
    private static final int NUMBER_LENGTH_MAX = 42;

    private static final int ROUTING_LENGTH_MAX = 12;
    private static final int CODE_LENGTH_MAX = 16;
    private static final int BRANCH_LENGTH_MAX = 16;

    private final Fields fields;
    private final Set<String> found = new HashSet<>();
    private boolean inline;

    BankFields(Fields fields) {
        this.fields = fields;
    }

    /// Reads the details. An omitted field keeps its value from `before`, and an empty text removes it.
    BankDetails read(@Nullable BankDetails before) {
        var old = before == null ? BankDetails.builder().build() : before;
        return old.toBuilder()
                .accountName(text("accountName", BankRules.NAME_LENGTH_MAX, null))
                .bankName(text("bankName", BankRules.NAME_LENGTH_MAX, old.bankName()))
                .accountNumber(text("accountNumber", NUMBER_LENGTH_MAX, old.accountNumber()))
                .paymentCode(text("paymentCode", BankRules.PAYMENT_CODE_LENGTH_MAX, old.paymentCode()))
                .branchCode(text("branchCode", BRANCH_LENGTH_MAX, old.branchCode()))
                .currency(text("currency", CODE_LENGTH_MAX, old.currency()))
                .country(text("country", CODE_LENGTH_MAX, old.country()))
                .achNumber(text("achNumber", ROUTING_LENGTH_MAX, old.achNumber()))
                .fedwireNumber(text("fedwireNumber", ROUTING_LENGTH_MAX, old.fedwireNumber()))
                .ibanNumber(text("ibanNumber", NUMBER_LENGTH_MAX, old.ibanNumber()))
                .ifsc(text("ifsc", CODE_LENGTH_MAX, old.ifsc()))
                .accountType(text("accountType", CODE_LENGTH_MAX, old.accountType()))
                .build();
    }

    /// Reads an inline recipient's bank, with the fields of a branch and the kind of account. Four fields are
    /// required, except the bank's if the number is an IBAN.
    BankDetails readInline(boolean byIban) {
        inline = true;
        return BankDetails.builder()
                .bankName(inline("bankName", BankRules.NAME_LENGTH_MAX, byIban))
                .accountName(required("accountName", BankRules.NAME_LENGTH_MAX))
                .accountNumber(required("accountNumber", NUMBER_LENGTH_MAX))
                .paymentCode(inline("bankCode", BankRules.PAYMENT_CODE_LENGTH_MAX, byIban))
                .branchCode(text("branchCode", BRANCH_LENGTH_MAX, null))
                .achNumber(text("achNumber", ROUTING_LENGTH_MAX, null))
                .fedwireNumber(text("fedwireNumber", ROUTING_LENGTH_MAX, null))
                .ifsc(text("ifsc", CODE_LENGTH_MAX, null))
                .accountType(text("accountType", CODE_LENGTH_MAX, null))
                .build();
    }

    private @Nullable String inline(String name, int lengthMax, boolean optional) {
        return optional ? text(name, lengthMax, null) : required(name, lengthMax);
    }

    /// Reports whether a field was sent, even if only to remove the stored value.
    boolean has(String name) {
        return fields.has(name) || fields.has(sentName(name));
    }

    /// Returns the name under which a field was sent: an inline recipient has the payment code as `bankCode`, and
    /// an IFSC may be sent as `branchCode`.
    String sentName(String name) {
        return switch (name) {
            case "paymentCode" -> inline ? "bankCode" : name;
            case "ifsc" -> !fields.has(name) && fields.has("branchCode") ? "branchCode" : name;
            default -> name;
        };
    }

    /// Marks a field as already reported.
    void found(String name) {
        found.add(name);
    }

    void add(String name, String code, String message) {
        var sent = sentName(name);
        if (found.add(sent)) {
            fields.findings().add(fields.path(sent), code, message);
        }
    }

    /// Adds a finding with the refusal of the answer.
    void named(Refusal refusal, String name, String message) {
        if (found.add(name)) {
            fields.findings().named(refusal, fields.path(name), message);
        }
    }

    /// Adds the problems from the rules, each field once.
    void report(List<Problem> problems) {
        problems.forEach(problem -> add(name(problem), problem.code().name(), problem.message()));
    }

    /// Returns the field's name inside `bank`.
    static String name(Problem problem) {
        return problem.field().substring("bank.".length());
    }

    private @Nullable String text(String name, int lengthMax, @Nullable String before) {
        if (!fields.has(name)) {
            return before;
        }
        int count = fields.findings().count();
        var text = fields.text(name, lengthMax).orElse(null);
        if (fields.findings().count() > count) {
            found.add(name);
        }
        return text;
    }

    private @Nullable String required(String name, int lengthMax) {
        int count = fields.findings().count();
        var text = fields.requiredText(name, lengthMax);
        if (fields.findings().count() > count) {
            found.add(name);
            return null;
        }
        return text;
    }
}
