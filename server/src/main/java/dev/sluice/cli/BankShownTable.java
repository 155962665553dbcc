package dev.sluice.cli;

import dev.sluice.http.Timestamps;
import dev.sluice.rail.iso20022.decision.BankDecision;
import dev.sluice.rail.iso20022.payout.OutgoingFiles.Note;
import dev.sluice.rail.iso20022.payout.OutgoingFiles.Shown;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// An outgoing file for people.
final class BankShownTable {
    private static final String NOTHING = "-";

    private BankShownTable() {}

    static void print(Shown shown, List<BankDecision> decisions, PrintWriter out) {
        var file = shown.summary();
        line(out, "file", file.msgId() + " (" + file.kind() + ", " + shown.name() + ")");
        line(out, "account", file.account());
        line(out, "sum", file.sum() + " " + file.currency() + " in " + file.transfers() + " transfers");
        line(out, "sha256", shown.sha256());
        line(out, "state", file.state() + (shown.maybeTwice() ? "; the bank may have more than one copy" : ""));
        line(out, "sealed", Timestamps.text(file.sealedAt()));
        line(out, "delivered", time(shown.deliveredAt()));
        line(out, "status", text(file.status()) + " " + time(shown.statusAt()));
        note(out, "taken", shown.taken());
        note(out, "void", shown.voided());
        out.println();
        var attempts = new Table("ATTEMPT", "STARTED", "ENDED", "RESULT", "MESSAGE");
        shown.attempts()
                .forEach(each -> attempts.row(
                        each.number(),
                        Timestamps.text(each.startedAt()),
                        time(each.endedAt()),
                        text(each.result()),
                        text(each.message())));
        attempts.print(out);
        out.println();
        var payouts = new Table("PAYOUT", "AMOUNT", "STATE", "STATUS", "RECALL", "FILE", "DOUBT");
        shown.payouts()
                .forEach(each -> payouts.row(
                        each.ref().payoutId(),
                        each.amount().toPlainString(),
                        each.state(),
                        text(each.status()),
                        text(each.recall()),
                        text(each.laterFile()),
                        text(each.doubt())));
        payouts.print(out);
        if (!decisions.isEmpty()) {
            out.println();
            print(decisions, out);
        }
    }

    private static void print(List<BankDecision> decisions, PrintWriter out) {
        var table = new Table("DECISION", "KIND", "VERDICT", "STATE", "REQUESTED BY", "DECIDED BY", "EVIDENCE");
        for (var each : decisions) {
            var end = each.state().end();
            table.row(
                    each.id(),
                    each.kind().name().toLowerCase(Locale.ROOT),
                    each.verdict(),
                    each.state().stored(),
                    PlainText.of(each.requestedBy().name()),
                    end == null ? NOTHING : PlainText.of(end.by().name()),
                    PlainText.of(each.request().evidence()));
        }
        table.print(out);
    }

    private static void note(PrintWriter out, String name, @Nullable Note note) {
        if (note != null) {
            line(out, name, note.text() + ", " + Timestamps.text(note.at()));
        }
    }

    private static void line(PrintWriter out, String name, String value) {
        out.printf("%-10s %s%n", name, PlainText.of(value));
    }

    private static String time(@Nullable Instant at) {
        return at == null ? NOTHING : Timestamps.text(at);
    }

    private static String text(@Nullable String text) {
        return text == null ? NOTHING : PlainText.of(text);
    }
}
