package dev.sluice.signin;

/// The session ended during an action. The action is rolled back, and the user signs in again.
public final class SessionOver extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SessionOver() {
        super("signed out meanwhile", null, false, false);
    }
}
