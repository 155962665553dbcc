package dev.sluice.ownership;

/// Outcome of asking for a change, or of deciding about one. The names are keys of texts.
public enum OwnerChangeResult {
    DONE,
    /// There is no such change of that organization.
    NOT_FOUND,
    /// The change has ended, or lapsed.
    NOT_PENDING,
    /// Rows of the change are not as the service wrote them.
    TAMPERED,
    /// The asker approves nothing of their own.
    OWN_REQUEST,
    ALREADY,
    /// After an objection, approvals count once the restarted waiting time is over.
    TOO_EARLY,
    /// The operator's account was made after the request.
    TOO_NEW,
    /// The operator has not been one for long enough, or their password or second factor was replaced lately.
    NOT_YET,
    /// The command line stands for the second operator only where there is one.
    NOT_ALONE,
    /// An owner was told of the change before.
    TOLD,
    /// Somebody who is no owner with access, or no operator any more.
    NOT_ENTITLED,
    /// The address is somebody's already.
    TAKEN,
    /// There is no such person in the organization.
    NO_PERSON,
    /// The organization has as many pending changes as it may have.
    TOO_MANY,
    /// The change is not approved, its waiting time is not over, or no owner was told of it.
    NOT_READY
}
