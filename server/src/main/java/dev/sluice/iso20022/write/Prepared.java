package dev.sluice.iso20022.write;

import java.util.List;

/// Content that was prepared for the rules of a bank.
public sealed interface Prepared<T> {
    /// The content is accepted, with its texts as the bank gets them.
    record Ready<T>(T value) implements Prepared<T> {}

    /// The bank would not accept the content.
    ///
    /// @param faults all faults, at least one
    record Refused<T>(List<Fault> faults) implements Prepared<T> {
        public Refused {
            faults = List.copyOf(faults);
        }
    }

    /// One fault.
    ///
    /// @param field path of the field, such as `creditor.name`
    /// @param problem says what is wrong, to follow the field's name
    /// @param wayOut says what to do, as a sentence
    record Fault(String field, String problem, String wayOut) {
        @Override
        public String toString() {
            return field + " " + problem + ". " + wayOut;
        }
    }
}
