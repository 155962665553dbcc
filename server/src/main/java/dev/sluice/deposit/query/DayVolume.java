package dev.sluice.deposit.query;

import dev.sluice.deposit.Status;
import java.math.BigDecimal;
import java.time.LocalDate;

/// Deposits of one currency or token that were created on one day (UTC) and have one status now.
///
/// @param total number of deposits
/// @param volume total of the requested amounts
public record DayVolume(LocalDate day, String currency, Status status, long total, BigDecimal volume) {}
