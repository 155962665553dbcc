package dev.sluice.rail.evm;

/// Thrown if no endpoint of a network gave a usable response. The answer is unknown.
final class RpcUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RpcUnavailable(String message) {
        super(message, null, false, false);
    }
}
