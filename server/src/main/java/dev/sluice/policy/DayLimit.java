package dev.sluice.policy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Map;
import java.util.UUID;

/// The most that an organization may pay out in one currency or token within a day (UTC), which operators set, and what
/// it has paid.
///
/// @param asset a currency's code or a token's id
/// @param most in major units, without fees
/// @param paid by day; what is not there was not paid
public record DayLimit(UUID organizationId, String asset, BigDecimal most, Map<LocalDate, BigDecimal> paid) {
    public DayLimit {
        paid = Map.copyOf(paid);
    }

    public BigDecimal paidOn(LocalDate day) {
        return paid.getOrDefault(day, BigDecimal.ZERO);
    }

    /// What may still be paid on a day.
    public BigDecimal leftOn(LocalDate day) {
        return most.subtract(paidOn(day)).max(BigDecimal.ZERO);
    }
}
