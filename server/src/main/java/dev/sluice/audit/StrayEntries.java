package dev.sluice.audit;

import java.util.UUID;

/// Rows of an organization's log that are missing from its chain.
///
/// @param number number of rows
public record StrayEntries(UUID organizationId, Reason reason, long number) {
    /// Reason why a row is not in the chain.
    public enum Reason {
        /// No node wrote the row, or it was changed outside the service before it was linked.
        FORGED("have a wrong MAC: not written by a node, or changed before they were linked"),
        /// A node wrote the row, and none linked it in time.
        WAITING("have waited for more than 15 minutes to be linked"),
        /// The row's position is after the end of the chain, or there is no chain.
        BEYOND("are behind the end of the chain"),
        /// The row has the same position as another one.
        DOUBLE("have the position of another entry");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    /// Describes them as a fault.
    String line() {
        return "organization " + organizationId + ": " + number + " entries " + reason.text;
    }
}
