package dev.sluice.disbursement;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The statuses of a payout on the wire, in lower case.
public enum Status {
    PENDING,
    COMPLETED,
    FAILED,
    CANCELLED,
    REVERSED;

    public static final List<String> WIRE =
            Arrays.stream(values()).map(Status::wire).toList();

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Status> of(String wire) {
        return Arrays.stream(values())
                .filter(status -> status.wire().equals(wire))
                .findFirst();
    }

    /// Returns the status of a stored row.
    public static Status stored(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }

    /// Returns true if the payout ended unpaid, so that its reference may be used again.
    public boolean freesReference() {
        return this == FAILED || this == CANCELLED;
    }
}
