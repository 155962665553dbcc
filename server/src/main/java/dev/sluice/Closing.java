package dev.sluice;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The end of what consists of parts.
final class Closing {
    private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

    private Closing() {}

    /// Ends one part after the other. One that fails, as it may while PostgreSQL is away, holds up none of those
    /// that come after it.
    static void inTurn(Runnable... ends) {
        for (var end : ends) {
            try {
                end.run();
            } catch (RuntimeException | Error failed) {
                LOG.warn("a part of this node did not end as it should; the others do", failed);
            }
        }
    }
}
