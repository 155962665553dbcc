package dev.sluice.cli;

import dev.sluice.http.Json;
import dev.sluice.http.JsonLayout;
import dev.sluice.http.Timestamps;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.rehearsal.RehearsalReport;
import dev.sluice.rail.iso20022.rehearsal.RehearsalReport.State;
import dev.sluice.rail.iso20022.rehearsal.RehearsalSession;
import dev.sluice.rail.iso20022.transport.FileTransport;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// `bank rehearse`: test payments at the bank's test platform.
@Command(
        name = "rehearse",
        description = {
            "Play test payments with the bank's test platform (rehearsal in the profile), and store the record.",
            "Nothing is sent to the live bank, and nothing is applied to the books.",
            "The command waits for answers; run it again to continue. A new profile hash needs another rehearsal.",
            "The exit code is 0 if it has passed, 1 if it has failed, 2 if answers are missing."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  ./sluice bank rehearse --account eur-main"})
final class BankRehearse implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final int OPEN = 2;
    private static final Duration PAUSE_MAX = Duration.ofSeconds(5);
    private static final Duration PAUSE_MIN = Duration.ofMillis(500);

    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--account", paramLabel = "ID", required = true, description = "The id of the account's profile.")
    private String account = "";

    @Option(
            names = "--wait",
            paramLabel = "DURATION",
            defaultValue = "PT5M",
            description = "Maximum time to wait for answers, such as PT5M. Default: ${DEFAULT-VALUE}.")
    private Duration wait = Duration.ZERO;

    @Option(
            names = "--by",
            paramLabel = "NAME",
            description = "Your name, for the record. Default: the user of the operating system.")
    private @Nullable String by;

    @Option(names = "--restart", description = "Begin a new rehearsal, although one has passed or is open.")
    private boolean restart;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    BankRehearse(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        try (var accounts = program.bankAccounts()) {
            var profile = accounts.profile(account);
            try (var session = accounts.rehearsals().play(profile, person(), restart, FileTransport::open)) {
                var report = played(session, profile);
                print(report);
                return switch (report.state()) {
                    case PASSED -> 0;
                    case FAILED, ABANDONED -> FAILED;
                    case OPEN -> OPEN;
                };
            }
        }
    }

    private String person() {
        var name = by == null ? System.getProperty("user.name", "") : by;
        if (name.isBlank() || !name.equals(PlainText.of(name))) {
            throw new IllegalArgumentException("--by must be your name, for the record");
        }
        return name.strip();
    }

    private RehearsalReport played(RehearsalSession session, BankProfile profile) throws InterruptedException {
        var end = program.clock().instant().plus(wait);
        var every = profile.windows().every();
        var pause = every.compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : every.compareTo(PAUSE_MIN) < 0 ? PAUSE_MIN : every;
        var report = session.step();
        while (report.state() == State.OPEN && program.clock().instant().isBefore(end)) {
            Feed.pause(pause);
            report = session.step();
        }
        return report;
    }

    private void print(RehearsalReport report) {
        var out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonLayout.pretty(new String(Json.bytes(json(report)), StandardCharsets.UTF_8)));
            out.flush();
            return;
        }
        var table = new Table("STEP", "RESULT", "EVIDENCE");
        report.steps()
                .forEach(each -> table.row(each.step().key(), each.result().text(), PlainText.of(each.evidence())));
        table.print(out);
        if (report.delay() != null) {
            out.println("delayed: " + PlainText.of(report.delay()));
        }
        out.println(
                switch (report.state()) {
                    case PASSED ->
                        "passed: live accepts the profile " + account + " with the hash " + report.profileHash();
                    case FAILED -> "failed: correct the profile, or ask the bank, and run the command again";
                    case OPEN -> "answers are missing: run the command again to continue";
                    case ABANDONED -> "abandoned: another rehearsal was started";
                });
        out.flush();
    }

    private static Map<String, @Nullable Object> json(RehearsalReport report) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        var endedAt = report.endedAt();
        json.put("account", report.account());
        json.put("profileHash", report.profileHash());
        json.put("state", report.state().text());
        json.put("startedAt", Timestamps.text(report.startedAt()));
        json.put("startedBy", report.startedBy());
        json.put("endedAt", endedAt == null ? null : Timestamps.text(endedAt));
        json.put("endedBy", report.endedBy());
        json.put("steps", report.steps().stream().map(BankRehearse::step).toList());
        json.put("files", files(report));
        json.put("delay", report.delay());
        return json;
    }

    private static Map<String, Object> step(RehearsalReport.Step step) {
        var json = new LinkedHashMap<String, Object>();
        json.put("step", step.step().key());
        json.put("result", step.result().text());
        json.put("evidence", step.evidence());
        return json;
    }

    private static List<Map<String, @Nullable Object>> files(RehearsalReport report) {
        return report.files().stream()
                .map(each -> {
                    var file = new LinkedHashMap<String, @Nullable Object>();
                    var at = each.exchangedAt();
                    file.put("purpose", each.purpose());
                    file.put("name", each.name());
                    file.put("msgId", each.msgId());
                    file.put("sha256", each.sha256());
                    file.put("exchangedAt", at == null ? null : Timestamps.text(at));
                    return (Map<String, @Nullable Object>) file;
                })
                .toList();
    }
}
