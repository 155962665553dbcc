package dev.sluice.change;

import java.time.Instant;
import java.util.UUID;

/// Change that somebody asked for, and its state.
public record ChangeRequest(UUID id, ProposedChange wish, Instant requestedAt, Instant expiresAt, ChangeState state) {
    public UUID organizationId() {
        return wish.organizationId();
    }

    /// Reports whether somebody may approve or reject it: it waits, and they did not ask for it, neither
    /// themselves nor by a program whose key or secret they made.
    public boolean mayBeDecidedBy(UUID person) {
        return state instanceof ChangeState.Waiting && !wish.requester().is(person);
    }

    /// Reports whether somebody may reject it: that also takes an approval back.
    public boolean mayBeRejectedBy(UUID person) {
        return state.isOpen() && !wish.requester().is(person);
    }

    /// Reports whether it is somebody's own: they may withdraw it, and carry it out once it is approved.
    public boolean isOf(UUID person) {
        return wish.requester().is(person);
    }

    /// Reports whether the stored row has a wrong MAC.
    public boolean isTampered() {
        return state instanceof ChangeState.Tampered;
    }

    ChangeRequest with(ChangeState next) {
        return new ChangeRequest(id, wish, requestedAt, expiresAt, next);
    }

    /// State at a time: a request that is not carried out in time has expired.
    ChangeRequest at(Instant now) {
        return state.isOpen() && !now.isBefore(expiresAt)
                ? with(new ChangeState.Expired(ChangeStore.decision(state)))
                : this;
    }
}
