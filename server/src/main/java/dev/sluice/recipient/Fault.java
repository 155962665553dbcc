package dev.sluice.recipient;

/// Reason why a number is invalid for its kind: a [Problem] without its field.
record Fault(Problem.Code code, String rule) {}
