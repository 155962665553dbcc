package dev.sluice.recipient;

import dev.sluice.http.Fields;
import dev.sluice.rail.RoutingNumbers;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Fields of the branch of an account whose bank and number are given otherwise: `branchCode`, and in the United
/// States `achNumber` and `fedwireNumber`.
public final class BranchFields {
    private static final String BRANCH = "branchCode";
    private static final String ACH = "achNumber";
    private static final String WIRE = "fedwireNumber";
    private static final int LENGTH_MAX = 16;

    private BranchFields() {}

    /// Reads the routing numbers for rails; none if none are given. Problems are recorded under the path of their
    /// field.
    public static RoutingNumbers read(Fields fields, String currency) {
        return new RoutingNumbers(
                number(fields, BRANCH, code -> RoutingCodes.branchCode(currency, code)),
                number(fields, ACH, RoutingCodes::aba),
                number(fields, WIRE, RoutingCodes::aba));
    }

    /// Reports a problem if a branch is given and the money goes to a wallet.
    public static void refuse(Fields fields) {
        for (var name : List.of(BRANCH, ACH, WIRE)) {
            if (fields.text(name, LENGTH_MAX).isPresent()) {
                fields.findings().add(fields.path(name), "NOT_SUPPORTED", "must not be given: tokens go to a wallet");
            }
        }
    }

    private static @Nullable String number(Fields fields, String name, Function<String, @Nullable Fault> check) {
        var number = fields.text(name, LENGTH_MAX).map(BankDetails::compact).orElse(null);
        var fault = number == null ? null : check.apply(number);
        if (fault != null) {
            fields.findings().add(fields.path(name), fault.code().name(), fault.rule());
        }
        return number;
    }
}
