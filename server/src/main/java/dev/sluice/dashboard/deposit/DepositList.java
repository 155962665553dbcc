package dev.sluice.dashboard.deposit;

import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.Page;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.PayInMethods;
import dev.sluice.dashboard.Problems;
import dev.sluice.page.Texts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A page of the list of deposits.
///
/// @param units what can be chosen: currencies, or tokens
/// @param page nothing where the filter has a problem
/// @param methods the names of the methods
public record DepositList(
        Frame frame,
        Texts texts,
        Look look,
        DepositSearch search,
        Problems problems,
        List<String> units,
        @Nullable Page<Deposit> page,
        PayInMethods methods,
        boolean mayManage) {
    public DepositList {
        units = List.copyOf(units);
    }

    /// Whether somebody has to decide about money that came for a deposit.
    public static boolean isUnderReview(Deposit deposit) {
        return deposit.payments().stream().anyMatch(payment -> payment.status().equals(DepositSearch.UNDER_REVIEW));
    }

    /// How a deposit is paid, in words.
    public String method(Deposit deposit) {
        return methods.name(deposit);
    }
}
