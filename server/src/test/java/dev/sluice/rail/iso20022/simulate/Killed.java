package dev.sluice.rail.iso20022.simulate;

/// Ends a node. Nothing catches it, and the node does nothing afterwards.
final class Killed extends Error {
    private static final long serialVersionUID = 1L;

    Killed() {
        super("the node is killed", null, false, false);
    }
}
