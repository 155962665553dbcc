package dev.sluice.rail.evm.rpc;

/// Thrown if no endpoint of a network gave a usable response. The answer is unknown.
public final class RpcUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RpcUnavailable(String message) {
        super(message, null, false, false);
    }
}
