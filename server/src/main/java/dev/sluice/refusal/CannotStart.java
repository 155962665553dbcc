package dev.sluice.refusal;

import org.jspecify.annotations.Nullable;

/// Reason why a program cannot start, with the remedy for its operator. Commands print only the message and exit with
/// code 1.
public abstract class CannotStart extends RuntimeException {
    private static final long serialVersionUID = 1L;

    protected CannotStart(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
