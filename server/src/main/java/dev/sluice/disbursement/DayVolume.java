package dev.sluice.disbursement;

import java.math.BigDecimal;
import java.time.LocalDate;

/// Payouts of one currency or token that were created on one day (UTC) and stand in one status now.
///
/// @param total how many there are
/// @param volume what they come to
public record DayVolume(LocalDate day, String currency, Status status, long total, BigDecimal volume) {}
