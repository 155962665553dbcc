package dev.sluice.sheet.file;

import java.util.Optional;

/// What becomes of the rows that a spreadsheet does not show, as whoever confirms a file says.
public enum Hidden {
    INCLUDED,
    LEFT_OUT,
    /// Nobody said anything: a file that has such rows is not confirmed.
    NOT_SAID;

    /// @param sent by the form of a file
    public static Hidden of(Optional<String> sent) {
        return sent.map(text -> text.equals("out") ? LEFT_OUT : INCLUDED).orElse(NOT_SAID);
    }
}
