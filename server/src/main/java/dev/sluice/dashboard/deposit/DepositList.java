package dev.sluice.dashboard.deposit;

import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.Page;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.PayInMethods;
import dev.sluice.page.Texts;

/// A page of the list of deposits.
///
/// @param methods the names of the methods
/// @param fileMax how many deposits a file has at most
public record DepositList(
        Frame frame,
        Texts texts,
        Look look,
        DepositSearch search,
        Page<Deposit> page,
        PayInMethods methods,
        boolean mayManage,
        int fileMax) {
    /// How a deposit is paid, in words.
    public String method(Deposit deposit) {
        return methods.name(deposit);
    }
}
