package dev.sluice.rail.evm;

/// Thrown if no endpoint of a network gave a usable response. The answer is unknown.
final class NodeAway extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NodeAway(String message) {
        super(message, null, false, false);
    }
}
