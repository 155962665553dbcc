package dev.sluice.dashboard;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.FiatDepositMethod;
import java.util.Map;
import java.util.stream.Collectors;

/// The names of the ways in which payers pay, which are known to programs by codes.
///
/// @param names by currency and code
public record PayInMethods(Map<String, String> names) {
    public PayInMethods {
        names = Map.copyOf(names);
    }

    public static PayInMethods of(SluiceClient client) {
        return new PayInMethods(client.deposits().fiatMethods().stream()
                .collect(Collectors.toMap(
                        each -> each.currency() + each.bankCode(), FiatDepositMethod::bankName, (one, _) -> one)));
    }

    /// How a deposit comes; by its code where that has no name, as tokens' have none.
    public String name(Deposit deposit) {
        return names.getOrDefault(deposit.inputCurrency() + deposit.paymentMethod(), deposit.paymentMethod());
    }
}
