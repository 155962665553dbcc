package dev.sluice.dashboard;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.FiatDepositMethod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The names of the ways in which payers pay, which are known to programs by codes.
///
/// @param names by currency and code
public record PayInMethods(Map<String, String> names, Look look) {
    private static final String FIAT = "fiat";

    public PayInMethods {
        names = Map.copyOf(names);
    }

    /// Of the deposits that are shown; nothing is asked for that these do not need.
    public static PayInMethods of(SluiceClient client, Look look, List<Deposit> shown) {
        var currencies = shown.stream()
                .filter(deposit -> deposit.depositType().equals(FIAT))
                .map(Deposit::inputCurrency)
                .distinct()
                .toList();
        var names = new HashMap<String, String>();
        for (var method : methods(client, currencies)) {
            names.putIfAbsent(method.currency() + method.bankCode(), method.bankName());
        }
        return new PayInMethods(names, look);
    }

    private static List<FiatDepositMethod> methods(SluiceClient client, List<String> currencies) {
        return switch (currencies.size()) {
            case 0 -> List.of();
            case 1 -> client.deposits().fiatMethods(currencies.getFirst());
            default -> client.deposits().fiatMethods();
        };
    }

    /// How a deposit comes: by which method, or as which token.
    public String name(Deposit deposit) {
        var code = code(deposit);
        return names.getOrDefault(deposit.inputCurrency() + code, look.unit(code));
    }

    /// What programs know it by.
    public static String code(Deposit deposit) {
        return deposit.depositType().equals(FIAT) ? deposit.paymentMethod() : deposit.inputCurrency();
    }
}
