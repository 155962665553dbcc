package dev.sluice.ownership;

/// Result of a request for a change, or of a decision on one. The names are keys of texts.
public enum OwnerChangeResult {
    DONE,
    /// The organization has no such change.
    NOT_FOUND,
    /// The change has ended, or lapsed.
    NOT_PENDING,
    /// Rows of the change differ from the records that the service wrote.
    TAMPERED,
    /// Requesters cannot approve their own changes.
    OWN_REQUEST,
    ALREADY_DECIDED,
    /// After an objection, approvals count once the restarted waiting time is over.
    TOO_EARLY,
    /// The operator's account was created after the request.
    TOO_NEW,
    /// The person became an operator too recently, or their password or second factor was replaced too recently.
    TOO_RECENT,
    /// The command line replaces the second operator only if there is no more than one operator.
    OTHER_OPERATORS,
    /// An owner was told of the change before.
    ALREADY_NOTIFIED,
    /// The person is no owner with access, or no operator any more.
    NOT_ENTITLED,
    /// The address is already in use.
    EMAIL_TAKEN,
    /// The organization has no such person.
    PERSON_NOT_FOUND,
    /// The organization has the maximum number of pending changes.
    TOO_MANY,
    /// The change is not approved, its waiting time is not over, or no owner was told of it.
    NOT_READY
}
