package dev.sluice.iso20022;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// A booked balance.
///
/// @param amount negative if the account is overdrawn
/// @param intermediate true between two pages of one statement
public record Balance(Amount amount, @Nullable LocalDate on, boolean intermediate) {}
