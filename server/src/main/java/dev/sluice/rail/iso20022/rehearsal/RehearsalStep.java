package dev.sluice.rail.iso20022.rehearsal;

import java.util.Locale;

/// Steps of a rehearsal, in their order.
public enum RehearsalStep {
    /// A rename at the test platform fails if the name exists.
    RENAME,
    /// A valid payment gets a positive status.
    PAYMENT,
    /// The bank rejects only the faulty one of two payments in a file.
    REJECTION,
    /// The bank refuses the same file again, as the profile promises.
    DUPLICATE_FILE,
    /// A payment with a known EndToEndId is refused in another file, as the profile promises.
    DUPLICATE_PAYMENT,
    /// A recall is answered.
    RECALL,
    /// A file of the kind that credits deposits reports our account.
    ENTRIES,
    /// All files of the bank can be read, are expected and add up.
    FILES;

    /// Returns the name in the record and in the output, such as `duplicate-file`.
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static RehearsalStep of(String key) {
        return valueOf(key.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /// Result of a step.
    public enum Result {
        PASSED,
        FAILED,
        NOT_ANSWERED_YET,
        /// The profile does not promise it, or the test platform cannot play it.
        NOT_OFFERED;

        /// Returns the result in words, such as `not answered yet`.
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }

        static Result of(String text) {
            return valueOf(text.toUpperCase(Locale.ROOT).replace(' ', '_'));
        }
    }
}
