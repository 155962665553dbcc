package dev.sluice.operator.bank;

import dev.sluice.http.Timestamps;
import dev.sluice.page.Texts;
import dev.sluice.rail.iso20022.payout.OutgoingFiles.Attempt;
import dev.sluice.rail.iso20022.payout.OutgoingFiles.Shown;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.util.List;
import java.util.stream.Collectors;

/// Question for the bank about a file that it may or may not have.
record BankQuestion(BankProfile profile, Shown file) {
    /// Returns the text in some languages, each once.
    List<String> texts(Texts... languages) {
        return List.of(languages).stream().map(this::text).distinct().toList();
    }

    private String text(Texts texts) {
        var summary = file.summary();
        return texts.get(
                "bank.question",
                profile.account().holder(),
                profile.account().number().number(),
                file.msgId(),
                file.name(),
                String.valueOf(summary.transfers()),
                summary.sum() + " " + summary.currency(),
                Timestamps.text(summary.sealedAt()),
                file.attempts().stream()
                        .map(Attempt::startedAt)
                        .map(Timestamps::text)
                        .collect(Collectors.joining(", ")),
                file.sha256());
    }
}
