package dev.sluice.refusal;

import org.jspecify.annotations.Nullable;

/// Why a program cannot start, in words for its operator: what is wrong, and what to do about it. Commands print the
/// message alone and end with exit code 1.
public abstract class CannotStart extends RuntimeException {
    private static final long serialVersionUID = 1L;

    protected CannotStart(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
