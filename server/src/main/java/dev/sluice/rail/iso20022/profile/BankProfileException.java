package dev.sluice.rail.iso20022.profile;

import java.util.List;

/// Faulty bank profiles; one line for the operator per fault: file, key, and the rule that the value breaks.
public final class BankProfileException extends Exception {
    private final transient List<String> lines;

    BankProfileException(List<String> lines) {
        super(String.join("\n", lines));
        this.lines = List.copyOf(lines);
    }

    public List<String> lines() {
        return lines;
    }
}
