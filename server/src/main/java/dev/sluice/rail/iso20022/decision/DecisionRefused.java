package dev.sluice.rail.iso20022.decision;

/// A decision is not possible. The message has the reason and the way out.
public final class DecisionRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /// Reason of a refusal.
    public enum Reason {
        /// No such decision or subject.
        UNKNOWN,
        /// A field is missing or too long.
        INVALID,
        /// A second, different person has to confirm.
        SAME_PERSON,
        /// Only the requester withdraws a decision.
        OTHER_PERSON,
        /// The decision was confirmed, refused or withdrawn before.
        NOT_WAITING,
        /// Another verdict on the subject waits for its confirmation.
        OTHER_VERDICT,
        /// The state of the subject does not allow it.
        NOT_POSSIBLE,
        /// The row was changed in the database.
        ALTERED
    }

    public DecisionRefused(Reason reason, String message) {
        super(message, null, false, false);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    /// Returns a decision that the state of its subject does not allow.
    public static DecisionRefused notPossible(String message) {
        return new DecisionRefused(Reason.NOT_POSSIBLE, message);
    }

    /// Returns a text without spaces at its ends.
    ///
    /// @throws DecisionRefused if it is empty or too long
    static String required(String field, String value, int lengthMax) {
        var text = value.replace('\0', ' ').strip();
        if (text.isEmpty()) {
            throw new DecisionRefused(Reason.INVALID, field + ": must not be empty");
        }
        if (text.length() > lengthMax) {
            throw new DecisionRefused(Reason.INVALID, field + ": must have at most " + lengthMax + " characters");
        }
        return text;
    }
}
