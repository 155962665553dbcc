package dev.sluice.rail.sandbox.bank;

import java.time.LocalDate;

/// A closed business day.
///
/// @param number number of its statement in the year
public record ClosedDay(LocalDate day, int year, int number, long opening, long closing) {}
