package dev.sluice.iso20022;

/// A file that cannot be read. Nothing of it may be applied. The message says where it broke and what to do next.
public final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    public Unreadable(String message) {
        super(message, null, false, false);
    }
}
