package dev.sluice.ledger;

import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/// Looks up the current statuses of payouts. The journal is append-only: a hold remains a hold after its payout is
/// completed.
@FunctionalInterface
public interface PayoutStatuses {
    /// Returns API statuses by payout id, for those ids that are payouts of the organization.
    Map<UUID, String> of(UUID organizationId, Collection<UUID> ids);
}
