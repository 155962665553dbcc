package dev.sluice.dashboard.deposit;

import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.Page;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.page.Texts;
import java.util.Map;

/// A page of the list of deposits.
///
/// @param methods the names of the methods by currency and code
public record DepositList(
        Frame frame,
        Texts texts,
        Look look,
        DepositSearch search,
        Page<Deposit> page,
        Map<String, String> methods,
        boolean mayManage) {
    public DepositList {
        methods = Map.copyOf(methods);
    }

    /// How a deposit is paid, in words.
    public String method(Deposit deposit) {
        return methods.getOrDefault(deposit.inputCurrency() + deposit.paymentMethod(), deposit.paymentMethod());
    }
}
