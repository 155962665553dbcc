package dev.sluice.audit;

import java.util.UUID;

/// Rows of an organization's log that its chain has not, and why.
///
/// @param number how many there are
public record Stray(UUID organizationId, Why why, long number) {
    /// Why a chain has not a row.
    public enum Why {
        /// No node wrote the row, or somebody else changed it before it was linked.
        FORGED("were not written by a node, or changed before they were linked"),
        /// A node wrote the row, and none linked it in time.
        WAITING("have waited for more than a quarter of an hour to be linked"),
        /// The row stands behind the end of the chain, or there is no chain.
        BEYOND("stand behind the end of the chain"),
        /// The row stands at the position of another one.
        DOUBLE("stand at positions of others");

        private final String said;

        Why(String said) {
            this.said = said;
        }
    }

    /// Tells it as a fault.
    String line() {
        return "organization " + organizationId + ": " + number + " entries " + why.said;
    }
}
