package dev.sluice.cli;

import dev.sluice.http.Timestamps;
import dev.sluice.rail.iso20022.decision.BankDecision;
import dev.sluice.rail.iso20022.payout.OutgoingFiles.Attempt;
import dev.sluice.rail.iso20022.payout.OutgoingFiles.Note;
import dev.sluice.rail.iso20022.payout.OutgoingFiles.Payout;
import dev.sluice.rail.iso20022.payout.OutgoingFiles.Shown;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The JSON of `bank show`, documented in `docs/banks.md`. Scripts rely on its names.
final class BankShownJson {
    private BankShownJson() {}

    static Map<String, @Nullable Object> of(Shown shown, List<BankDecision> decisions) {
        var file = shown.summary();
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("msgId", file.msgId());
        json.put("account", file.account());
        json.put("kind", file.kind());
        json.put("name", shown.name());
        json.put("sha256", shown.sha256());
        json.put("state", file.state());
        json.put("maybeTwice", shown.maybeTwice());
        json.put("transfers", file.transfers());
        json.put("sum", file.sum());
        json.put("currency", file.currency());
        json.put("sealedAt", Timestamps.text(file.sealedAt()));
        json.put("deliveredAt", time(shown.deliveredAt()));
        json.put("status", file.status());
        json.put("statusAt", time(shown.statusAt()));
        json.put("taken", note(shown.taken()));
        json.put("void", note(shown.voided()));
        json.put(
                "attempts",
                shown.attempts().stream().map(BankShownJson::attempt).toList());
        json.put("payouts", shown.payouts().stream().map(BankShownJson::payout).toList());
        json.put("decisions", decisions.stream().map(BankShownJson::decision).toList());
        return json;
    }

    private static Map<String, @Nullable Object> attempt(Attempt attempt) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("number", attempt.number());
        json.put("startedAt", Timestamps.text(attempt.startedAt()));
        json.put("endedAt", time(attempt.endedAt()));
        json.put("result", attempt.result());
        json.put("message", attempt.message());
        return json;
    }

    private static Map<String, @Nullable Object> payout(Payout payout) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", payout.ref().payoutId().toString());
        json.put("organizationId", payout.ref().organizationId().toString());
        json.put("endToEndId", payout.endToEndId());
        json.put("amount", payout.amount().toPlainString());
        json.put("state", payout.state());
        json.put("status", payout.status());
        json.put("doubt", payout.doubt());
        json.put("recall", payout.recall());
        json.put("laterFile", payout.laterFile());
        return json;
    }

    private static Map<String, @Nullable Object> decision(BankDecision decision) {
        var end = decision.state().end();
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", decision.id().toString());
        json.put("kind", decision.kind().name().toLowerCase(Locale.ROOT));
        json.put("verdict", decision.verdict());
        json.put("evidence", decision.request().evidence());
        json.put("requestedBy", decision.requestedBy().name());
        json.put("requestedAt", Timestamps.text(decision.requestedAt()));
        json.put("state", decision.state().stored());
        json.put("decidedBy", end == null ? null : end.by().name());
        json.put("decidedAt", end == null ? null : Timestamps.text(end.at()));
        return json;
    }

    private static @Nullable String time(@Nullable Instant at) {
        return at == null ? null : Timestamps.text(at);
    }

    private static @Nullable Map<String, String> note(@Nullable Note note) {
        return note == null ? null : Map.of("text", note.text(), "at", Timestamps.text(note.at()));
    }
}
