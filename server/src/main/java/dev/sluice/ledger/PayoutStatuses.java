package dev.sluice.ledger;

import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/// Present statuses of payouts. The journal is append-only: a hold stays a hold once its payout is completed.
@FunctionalInterface
public interface PayoutStatuses {
    /// Statuses on the wire, by the ids that are payouts of the organization.
    Map<UUID, String> of(UUID organizationId, Collection<UUID> ids);
}
