package dev.sluice.merchant;

/// Number of people who agreed to a change of what a person is, or of what they prove themselves with.
public enum Consent {
    /// One person alone, or the command line of the server.
    ONE,
    /// One person asked for it and another one approved it.
    TWO;

    public static Consent of(boolean byTwo) {
        return byTwo ? TWO : ONE;
    }
}
