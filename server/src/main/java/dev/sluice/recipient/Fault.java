package dev.sluice.recipient;

/// Why a number cannot be one of its kind: a [Problem] that does not know its field yet.
record Fault(Problem.Code code, String rule) {}
