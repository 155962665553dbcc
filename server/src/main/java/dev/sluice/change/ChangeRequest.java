package dev.sluice.change;

import java.time.Instant;
import java.util.UUID;

/// Requested change and its state.
public record ChangeRequest(
        UUID id, ProposedChange proposed, Instant requestedAt, Instant expiresAt, ChangeState state) {
    public UUID organizationId() {
        return proposed.organizationId();
    }

    /// Reports whether a person may approve or reject it: it waits, and neither they nor a program with their key
    /// or secret requested it.
    public boolean mayBeDecidedBy(UUID person) {
        return state instanceof ChangeState.Waiting && !proposed.requester().is(person);
    }

    /// Reports whether a person may reject it. A rejection also revokes an approval.
    public boolean mayBeRejectedBy(UUID person) {
        return state.isOpen() && !proposed.requester().is(person);
    }

    /// Reports whether it is a person's own: they may withdraw it, and carry it out once it is approved.
    public boolean isOf(UUID person) {
        return proposed.requester().is(person);
    }

    /// Reports whether the stored row has a wrong MAC.
    public boolean isTampered() {
        return state instanceof ChangeState.Tampered;
    }

    ChangeRequest with(ChangeState next) {
        return new ChangeRequest(id, proposed, requestedAt, expiresAt, next);
    }

    /// Returns the state at a time: a request that is not carried out in time has expired.
    ChangeRequest at(Instant now) {
        return state.isOpen() && !now.isBefore(expiresAt)
                ? with(new ChangeState.Expired(ChangeStore.decision(state)))
                : this;
    }
}
