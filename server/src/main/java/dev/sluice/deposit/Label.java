package dev.sluice.deposit;

/// Label about the received money.
public enum Label {
    /// The payment came after the deposit had expired or was cancelled.
    LATE,
    /// Less came than was asked for.
    UNDERPAID,
    /// More came than was asked for.
    OVERPAID,
    /// A payment that had come was undone by its network.
    REVERSED
}
