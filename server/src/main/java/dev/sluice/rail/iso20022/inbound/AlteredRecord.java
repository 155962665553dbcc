package dev.sluice.rail.iso20022.inbound;

/// Thrown if a row was changed outside of the service: nothing is decided by it, and the file that needs it is held.
public final class AlteredRecord extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AlteredRecord(String name) {
        super(name + " was changed in the database", null, false, false);
    }
}
