package dev.sluice.db;

import dev.sluice.refusal.CannotStart;

/// The data directory or its database cannot be used. The message names the reason and the remedy for the operator.
public final class DataDirFailure extends CannotStart {
    private static final long serialVersionUID = 1L;

    DataDirFailure(String message) {
        super(message, null);
    }

    DataDirFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
