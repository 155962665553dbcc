package dev.sluice.dashboard;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.FiatDepositMethod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Display names of payment methods, which programs know by codes.
///
/// @param names names by currency and code
public record PayInMethods(Map<String, String> names, Formats formats) {
    private static final String FIAT = "fiat";

    public PayInMethods {
        names = Map.copyOf(names);
    }

    /// Loads the names for the shown deposits, without requests that these do not need.
    public static PayInMethods of(SluiceClient client, Formats formats, List<Deposit> shown) {
        var currencies = shown.stream()
                .filter(deposit -> deposit.depositType().equals(FIAT))
                .map(Deposit::inputCurrency)
                .distinct()
                .toList();
        var names = new HashMap<String, String>();
        for (var method : methods(client, currencies)) {
            names.putIfAbsent(method.currency() + method.bankCode(), method.bankName());
        }
        return new PayInMethods(names, formats);
    }

    private static List<FiatDepositMethod> methods(SluiceClient client, List<String> currencies) {
        return switch (currencies.size()) {
            case 0 -> List.of();
            case 1 -> client.deposits().fiatMethods(currencies.getFirst());
            default -> client.deposits().fiatMethods();
        };
    }

    /// Returns the name of a deposit's payment method, or of its token.
    public String name(Deposit deposit) {
        var code = code(deposit);
        return names.getOrDefault(deposit.inputCurrency() + code, formats.unit(code));
    }

    /// Returns the code of a deposit's payment method or token.
    public static String code(Deposit deposit) {
        return deposit.depositType().equals(FIAT) ? deposit.paymentMethod() : deposit.inputCurrency();
    }
}
