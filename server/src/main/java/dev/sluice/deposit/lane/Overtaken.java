package dev.sluice.deposit.lane;

/// Thrown if a payment was moved after the batch had looked up its place: the whole batch must be repeated.
public final class Overtaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Overtaken() {
        super("a payment was moved meanwhile", null, false, false);
    }
}
