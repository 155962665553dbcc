package dev.sluice.rail.iso20022.inbound;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A break of an account.
///
/// @param subject such as `entry:<id>`, `file:<id>`, `statement:<id>`, `day:<date>`, `payout:<id>`
/// @param note text for people
/// @param amount signed, in the currency of the account; zero if none is known
/// @param since day of its cause, from which its age counts
/// @param closed null as long as it is open
public record BankBreak(
        UUID id,
        String account,
        BreakKind kind,
        String subject,
        String note,
        BigDecimal amount,
        LocalDate since,
        Instant openedAt,
        @Nullable Closed closed) {
    public BankBreak {
        amount = amount.stripTrailingZeros();
    }

    /// End of a break.
    ///
    /// @param by person; null if the cause is gone
    public record Closed(
            Instant at, String reason, @Nullable String by) {}

    /// Returns its age in days.
    public long ageDays(LocalDate today) {
        return Math.max(0, ChronoUnit.DAYS.between(since, today));
    }

    /// Returns the subject of a break about a payout.
    public static String payout(UUID id) {
        return "payout:" + id;
    }

    public static String entry(UUID id) {
        return "entry:" + id;
    }

    static String file(UUID id) {
        return "file:" + id;
    }

    static String day(LocalDate day) {
        return "day:" + day;
    }

    static String statement(UUID id) {
        return "statement:" + id;
    }
}
