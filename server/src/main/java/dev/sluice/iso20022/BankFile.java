package dev.sluice.iso20022;

import java.util.List;

/// A file as it was read.
///
/// @param kind such as `camt.053.001.08`, `pain.002.001.03`, `mt940`
/// @param problems reasons to hold the file, in plain words; empty if it may be applied
public record BankFile(String kind, List<Message> messages, List<String> problems) {
    public BankFile {
        messages = List.copyOf(messages);
        problems = List.copyOf(problems);
    }
}
