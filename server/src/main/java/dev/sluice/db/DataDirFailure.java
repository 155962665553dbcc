package dev.sluice.db;

/// The data directory, or the database in it, cannot be used; the message tells the operator why and what to do.
public final class DataDirFailure extends RuntimeException {

    DataDirFailure(String message) {
        super(message);
    }

    DataDirFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
