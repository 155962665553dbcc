package dev.sluice.reconcile;

import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BusinessDays;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Business days that need a statement by now, as the profile's `silence.statement-by` says.
record StatementDeadlines(BankProfile profile) {
    /// Maximum number of days of one run, the newest ones: after a long downtime, one break for each of them is enough.
    static final int DAYS_MAX = 10;

    /// Returns the business days after the last closed one and past their deadline, the oldest first.
    ///
    /// @param last last day that a statement closed; empty if the account was never used
    List<LocalDate> missing(Optional<LocalDate> last, Instant now) {
        if (last.isEmpty()) {
            return List.of();
        }
        var days = BusinessDays.of(profile.windows());
        var missing = new ArrayList<LocalDate>();
        var day = days.day(now);
        while (day.isAfter(last.get()) && missing.size() < DAYS_MAX) {
            if (days.calendar().isBusinessDay(day)
                    && !days.due(day, profile.promises().statementBy()).isAfter(now)) {
                missing.addFirst(day);
            }
            day = day.minusDays(1);
        }
        return missing;
    }
}
