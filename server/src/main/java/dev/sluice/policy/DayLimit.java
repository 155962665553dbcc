package dev.sluice.policy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Map;
import java.util.UUID;

/// Operator's limit on an organization's payouts in one currency or token per day (UTC), with the current usage.
///
/// @param asset a currency's code or a token's id
/// @param most limit in major units, without fees
/// @param paid usage by day; a missing day means none
public record DayLimit(UUID organizationId, String asset, BigDecimal most, Map<LocalDate, BigDecimal> paid) {
    public DayLimit {
        paid = Map.copyOf(paid);
    }

    public BigDecimal paidOn(LocalDate day) {
        return paid.getOrDefault(day, BigDecimal.ZERO);
    }

    /// Returns the remainder of a day.
    public BigDecimal leftOn(LocalDate day) {
        return most.subtract(paidOn(day)).max(BigDecimal.ZERO);
    }
}
