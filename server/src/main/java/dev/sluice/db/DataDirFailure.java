package dev.sluice.db;

import dev.sluice.refusal.CannotStart;

/// The data directory, or the database in it, cannot be used; the message tells the operator why and what to do.
public final class DataDirFailure extends CannotStart {
    private static final long serialVersionUID = 1L;

    DataDirFailure(String message) {
        super(message, null);
    }

    DataDirFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
