package dev.sluice.merchant;

/// Number of people who agreed to a change of a person's role, access or credentials.
public enum Consent {
    /// A single person, or the command line of the server.
    ONE,
    /// One person requested the change and another approved it.
    TWO;

    public static Consent of(boolean byTwo) {
        return byTwo ? TWO : ONE;
    }
}
