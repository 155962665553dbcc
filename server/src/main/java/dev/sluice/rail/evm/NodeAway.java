package dev.sluice.rail.evm;

/// No endpoint of a network gave an answer that can be used. Nothing is known of what was asked for.
final class NodeAway extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NodeAway(String message) {
        super(message, null, false, false);
    }
}
