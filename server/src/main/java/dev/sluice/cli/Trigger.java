package dev.sluice.cli;

import dev.sluice.http.Json;
import dev.sluice.http.JsonLayout;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `trigger`: an event of some type, made to happen in the sandbox.
@Command(
        name = "trigger",
        description = {
            "Trigger a real event in the sandbox, and wait until the event feed has it.",
            "Without a type, list the types."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  ./sluice trigger deposit.completed"})
final class Trigger implements Callable<Integer> {
    private static final String SANDBOX_ONLY = "SANDBOX_ONLY";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "TYPE",
            description = "Event type, such as disbursement.reversed.")
    private @Nullable String type;

    @Option(names = "--json", description = "Print the event as JSON, and the steps to the standard error.")
    private boolean json;

    Trigger(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        var out = spec.commandLine().getOut();
        if (type == null) {
            Scenarios.types().forEach(out::println);
            out.flush();
            return 0;
        }
        try (var remote = Remote.of(program)) {
            requireSandbox(remote);
            print(out, triggered(new Feed(remote), remote, type));
            return 0;
        }
    }

    private JsonNode triggered(Feed feed, Remote remote, String wanted) throws IOException, InterruptedException {
        var before = feed.end();
        var notes = json ? spec.commandLine().getErr() : spec.commandLine().getOut();
        var id = new Scenarios(remote, line -> {
                    notes.println(line);
                    notes.flush();
                })
                .run(wanted);
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() - end < 0) {
            var found = find(feed, before, wanted, id);
            if (found.isPresent()) {
                return found.get();
            }
            Feed.pause(Feed.GLANCE);
        }
        throw new IOException("no event " + wanted + " for " + id + " within " + PATIENCE.toSeconds() + " seconds");
    }

    private static Optional<JsonNode> find(Feed feed, Optional<String> before, String wanted, String id)
            throws IOException, InterruptedException {
        var place = before;
        while (true) {
            var part = feed.after(place);
            var found = part.events().stream()
                    .filter(event -> new EventLine(event).type().equals(wanted))
                    .filter(event -> new EventLine(event).orderId().equals(id))
                    .findFirst();
            if (found.isPresent() || !part.hasMore()) {
                return found;
            }
            place = Optional.of(Feed.id(part.events().getLast()));
        }
    }

    private void print(PrintWriter out, JsonNode event) {
        if (json) {
            out.println(JsonLayout.pretty(new String(Json.bytes(event), StandardCharsets.UTF_8)));
        } else {
            out.println(new EventLine(event).text());
            out.println(Feed.id(event));
        }
        out.flush();
    }

    /// Requires a sandbox, as the first request, so that nothing is done in a live deployment.
    private static void requireSandbox(Remote remote) throws IOException, InterruptedException {
        try {
            remote.get("/v1/sandbox/clock");
        } catch (Remote.Declined declined) {
            if (declined.code().equals(SANDBOX_ONLY)) {
                throw new IllegalArgumentException("trigger works in a sandbox only, and this is a live deployment");
            }
            throw declined;
        }
    }
}
