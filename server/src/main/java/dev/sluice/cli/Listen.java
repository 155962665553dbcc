package dev.sluice.cli;

import dev.sluice.client.WebhookSigner;
import dev.sluice.http.Json;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `listen`: events as they happen, and a webhook endpoint for a program that has no public address.
@Command(
        name = "listen",
        description = {
            "Print events as they happen, until Ctrl-C, and forward them as signed webhooks.",
            "Events go to the standard output, everything else to the standard error."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  ./sluice listen --types 'deposit.*,convert.completed'",
            "  ./sluice listen --forward-to localhost:3000/webhook",
            "  ./sluice listen --since EVENT_ID --forward-to localhost:3000/webhook"
        })
final class Listen implements Callable<Integer> {
    private static final String START = "start";
    private static final Duration PAUSE_MAX = Duration.ofSeconds(10);

    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--types",
            split = ",",
            paramLabel = "TYPE",
            description = "Event types to print, such as deposit.completed or 'deposit.*'; default: all.")
    private List<String> types = List.of();

    @Option(
            names = "--since",
            paramLabel = "EVENT",
            description = "Start after this event, or at the '" + START + "' of the feed; default: now.")
    private @Nullable String since;

    @Option(names = "--json", description = "Print the full JSON of each event, one per line.")
    private boolean json;

    @Option(
            names = "--forward-to",
            paramLabel = "URL",
            description = "POST each event to this URL, signed and in order per payment, with retries until it is"
                    + " accepted.")
    private @Nullable String forwardTo;

    @Option(
            names = "--secret",
            paramLabel = "WHSEC",
            description = "Signing secret; default: a generated one, stored in the data directory.")
    private @Nullable String secret;

    @Option(
            names = "--amounts",
            paramLabel = "FORM",
            description = "JSON type of amounts: ${COMPLETION-CANDIDATES}; default: number.")
    private Amounts amounts = Amounts.number;

    /// Form of amounts in events, as in the option.
    enum Amounts {
        number,
        string
    }

    /// The last event that was dealt with.
    private Optional<String> place = Optional.empty();

    private Duration pause = Feed.GLANCE;
    private boolean wasFull;

    Listen(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        var wanted = new TypePatterns(types);
        try (var remote = Remote.of(program);
                var forward = forward()) {
            var feed = new Feed(remote, amounts == Amounts.string);
            place = beginning(feed);
            notes().println("listening; press Ctrl-C to stop");
            notes().flush();
            InterruptibleLoop.run(() -> listen(feed, wanted, forward));
            return 0;
        }
    }

    private @Nullable Forward forward() throws Exception {
        if (forwardTo == null) {
            return null;
        }
        var receiver = Receivers.of(forwardTo);
        var signing = ListenSecret.of(program, secret);
        notes().println("forwarding to " + receiver + ", signed with " + signing);
        return new Forward(receiver, WebhookSigner.key(signing), program.clock(), notes());
    }

    private Optional<String> beginning(Feed feed) throws Exception {
        var newest = feed.end();
        if (since == null) {
            return newest;
        }
        return since.equals(START) ? Optional.empty() : Optional.of(Feed.id(feed.event(since)));
    }

    private void listen(Feed feed, TypePatterns wanted, @Nullable Forward forward) throws Exception {
        try {
            while (true) {
                if (isFull(forward) || !read(feed, wanted, forward)) {
                    Feed.pause(pause);
                }
            }
        } catch (InterruptedException stopped) {
            // Stopped on request.
        } finally {
            reportEnd(forward);
        }
    }

    /// Reports whether too many events wait to read on.
    private boolean isFull(@Nullable Forward forward) {
        boolean full = forward != null && forward.isFull();
        if (full && !wasFull) {
            notes().println("too many events wait for the receiver: reading pauses until it accepts some");
        }
        wasFull = full;
        return full;
    }

    /// Reads from the feed; true if there is more to read at once. If the service is unavailable, nothing is lost:
    /// the position is kept.
    private boolean read(Feed feed, TypePatterns wanted, @Nullable Forward forward) throws Exception {
        Feed.Part part;
        try {
            part = feed.after(place);
        } catch (Remote.ServiceUnavailable away) {
            if (pause.equals(Feed.GLANCE)) {
                notes().println(away.getMessage() + " Trying again.");
            }
            pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
            return false;
        }
        if (!pause.equals(Feed.GLANCE)) {
            notes().println("the service is available again");
            pause = Feed.GLANCE;
            if (forward != null) {
                forward.retryNow();
            }
        }
        for (var event : part.events()) {
            if (wanted.match(new EventLine(event).type())) {
                print(event);
                if (forward != null) {
                    forward.take(event, place);
                }
            }
            place = Optional.of(Feed.id(event));
        }
        return part.hasMore();
    }

    private void print(JsonNode event) {
        var out = spec.commandLine().getOut();
        out.println(json ? new String(Json.bytes(event), StandardCharsets.UTF_8) : new EventLine(event).text());
        out.flush();
    }

    private void reportEnd(@Nullable Forward forward) {
        var missing = Optional.<Optional<String>>empty();
        if (forward != null) {
            forward.close();
            missing = forward.firstMissing();
            int waiting = forward.waiting();
            if (waiting > 0) {
                notes().println(waiting + (waiting == 1 ? " event was" : " events were")
                        + " not accepted by the receiver");
            }
        }
        notes().println("to continue from here: --since "
                + missing.orElse(place).orElse(START));
        notes().flush();
    }

    private PrintWriter notes() {
        return spec.commandLine().getErr();
    }
}
