package dev.sluice.dashboard.deposit;

import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.Page;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PayInMethods;
import dev.sluice.dashboard.Problems;
import dev.sluice.page.Texts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Page of the deposit list.
///
/// @param units currencies or tokens to choose from
/// @param page null if the filter has a problem
/// @param methods names of the payment methods
public record DepositList(
        Frame frame,
        Texts texts,
        Formats formats,
        DepositSearch search,
        Problems problems,
        List<String> units,
        @Nullable Page<Deposit> page,
        PayInMethods methods,
        boolean mayManage) {
    public DepositList {
        units = List.copyOf(units);
    }

    /// Reports whether a payment of the deposit needs a decision.
    public static boolean isUnderReview(Deposit deposit) {
        return deposit.payments().stream().anyMatch(payment -> payment.status().equals(DepositSearch.UNDER_REVIEW));
    }

    /// Returns the name of a deposit's payment method.
    public String method(Deposit deposit) {
        return methods.name(deposit);
    }
}
