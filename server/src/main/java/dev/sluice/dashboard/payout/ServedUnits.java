package dev.sluice.dashboard.payout;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.CryptoDisbursementMethod;
import dev.sluice.client.model.FiatDisbursementMethod;
import java.util.List;

/// Currencies, tokens and banks that the configured rails pay out to.
final class ServedUnits {
    private ServedUnits() {}

    static List<String> of(SluiceClient client, PayoutForm form) {
        return form.isCrypto() ? tokens(client) : currencies(client);
    }

    static List<String> currencies(SluiceClient client) {
        return client.disbursements().fiatMethods().stream()
                .map(FiatDisbursementMethod::currency)
                .distinct()
                .sorted()
                .toList();
    }

    private static List<String> tokens(SluiceClient client) {
        return client.disbursements().cryptoMethods().stream()
                .map(CryptoDisbursementMethod::currency)
                .sorted()
                .toList();
    }

    static List<FiatDisbursementMethod> banks(SluiceClient client, PayoutForm form) {
        return form.isCrypto() || form.at("unit").isEmpty()
                ? List.of()
                : client.disbursements().fiatMethods(form.at("unit"));
    }
}
