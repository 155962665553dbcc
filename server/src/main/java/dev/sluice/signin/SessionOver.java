package dev.sluice.signin;

/// Somebody was signed out while what they had begun was under way: nothing is left of it, and they sign in again.
public final class SessionOver extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SessionOver() {
        super("signed out meanwhile", null, false, false);
    }
}
