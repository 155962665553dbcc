package dev.sluice.disbursement.query;

import dev.sluice.disbursement.Status;
import java.math.BigDecimal;
import java.time.LocalDate;

/// Payouts of one currency or token that were created on one day (UTC) and have one status now.
///
/// @param total number of payouts
/// @param volume total amount
public record DayVolume(LocalDate day, String currency, Status status, long total, BigDecimal volume) {}
