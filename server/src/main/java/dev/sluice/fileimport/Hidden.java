package dev.sluice.fileimport;

import java.util.Optional;

/// Treatment of the rows that a spreadsheet hides, as the person who confirms a file chooses.
public enum Hidden {
    INCLUDED,
    LEFT_OUT,
    /// No choice was made: a file with such rows is not confirmed.
    NOT_SAID;

    /// @param sent value of the form field
    public static Hidden of(Optional<String> sent) {
        return sent.map(text -> text.equals("out") ? LEFT_OUT : INCLUDED).orElse(NOT_SAID);
    }
}
