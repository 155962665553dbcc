package dev.sluice.app;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Closes a component that consists of several parts.
final class Shutdown {
    private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);

    private Shutdown() {}

    /// Closes one part after the other. A part that fails to close, for example because PostgreSQL is unavailable,
    /// does not keep the following ones from closing.
    static void inTurn(Runnable... ends) {
        for (var end : ends) {
            try {
                end.run();
            } catch (RuntimeException | Error failed) {
                LOG.warn("a component of this node failed to stop; the remaining components are stopped", failed);
            }
        }
    }
}
