package dev.sluice.cli;

import dev.sluice.http.Json;
import dev.sluice.http.JsonLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `event`: past events, and their redelivery.
@Command(
        name = "event",
        description = "List and show events; resend an event's webhooks.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class EventCommand implements Callable<Integer> {
    private static final int USAGE = 2;
    private static final int PAGE = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String UNDER_WAY = "WEBHOOK_DELIVERY_UNDER_WAY";
    private static final String ENDPOINTS = "/v1/webhook/endpoint";

    private final Program program;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    EventCommand(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return USAGE;
    }

    @Command(
            description = "List the newest events, or the events after a given one; oldest first.",
            mixinStandardHelpOptions = true)
    int list(
            @Option(names = "--type", paramLabel = "TYPE", description = "Event type to list.") @Nullable String type,
            @Option(names = "--after", paramLabel = "EVENT", description = "List the events after this one.") @Nullable
                    String after,
            @Option(
                            names = "--limit",
                            defaultValue = "20",
                            description = "Maximum number of events, up to 100; default: 20.")
                    int limit,
            @Option(names = "--json", description = "Print the full JSON of each event, one per line.") boolean json)
            throws Exception {
        try (var remote = Remote.of(program)) {
            var feed = new Feed(remote);
            var events = after == null
                    ? feed.newest(type, limit)
                    : feed.after(after, type, limit).events();
            if (json) {
                var out = spec.commandLine().getOut();
                events.forEach(event -> out.println(new String(Json.bytes(event), StandardCharsets.UTF_8)));
                out.flush();
                return 0;
            }
            var table = new Table("ID", "TIME", "TYPE", "ORDER ID", "#", "STATUS", "AMOUNT");
            for (var event : events) {
                var line = new EventLine(event);
                table.row(
                        Feed.id(event),
                        line.time(),
                        line.type(),
                        line.orderId(),
                        line.sequence(),
                        line.status(),
                        line.amount());
            }
            table.print(spec.commandLine().getOut());
            return 0;
        }
    }

    @Command(description = "Show an event as JSON.", mixinStandardHelpOptions = true)
    int show(@Parameters(paramLabel = "EVENT") String id) throws Exception {
        try (var remote = Remote.of(program)) {
            var out = spec.commandLine().getOut();
            out.println(JsonLayout.pretty(new String(Json.bytes(new Feed(remote).event(id)), StandardCharsets.UTF_8)));
            out.flush();
            return 0;
        }
    }

    @Command(
            description = "Resend an event's webhooks to every endpoint that subscribes to it.",
            mixinStandardHelpOptions = true)
    int resend(
            @Parameters(paramLabel = "EVENT") String id,
            @Option(names = "--endpoint", paramLabel = "ENDPOINT", description = "Resend to this endpoint only.")
                    @Nullable
                    String endpoint)
            throws Exception {
        try (var remote = Remote.of(program)) {
            var event = Feed.id(new Feed(remote).event(id));
            var deliveries = new ArrayList<String>();
            var endpoints = endpoint == null
                    ? documents(remote, ENDPOINTS + "?")
                    : List.of(remote.get(ENDPOINTS + "/" + Feed.encoded(endpoint)));
            for (var each : endpoints) {
                var list = ENDPOINTS + "/" + id(each) + "/delivery?eventId=" + event + "&";
                documents(remote, list).forEach(delivery -> deliveries.add(id(delivery)));
            }
            var disabled = endpoints.stream()
                    .filter(each -> each.path("status").asString("").equals("disabled"))
                    .map(EventCommand::id)
                    .toList();
            disabled.forEach(each -> spec.commandLine()
                    .getErr()
                    .println("endpoint " + each + " is disabled: it gets no webhooks until it is enabled"));
            if (deliveries.isEmpty()) {
                throw new IOException("no endpoint subscribes to " + event
                        + "; use ./sluice listen --since EVENT --forward-to URL to send later events to your own"
                        + " program");
            }
            return redeliver(remote, deliveries);
        }
    }

    /// Tries each delivery, even if another one is refused.
    private int redeliver(Remote remote, List<String> deliveries) throws IOException, InterruptedException {
        boolean all = true;
        for (var delivery : deliveries) {
            try {
                var sent = redelivered(remote, delivery);
                spec.commandLine()
                        .getOut()
                        .println("delivery " + delivery + " to endpoint "
                                + sent.path("endpointId").asString("") + " resent");
            } catch (Remote.Declined declined) {
                spec.commandLine().getErr().println("delivery " + delivery + ": " + declined.getMessage());
                all = false;
            }
        }
        spec.commandLine().getOut().flush();
        return all ? 0 : 1;
    }

    /// Redelivers an event; a delivery under way is repeated after its attempt has ended.
    private JsonNode redelivered(Remote remote, String delivery) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return remote.send("POST", "/v1/webhook/delivery/" + delivery + "/redeliver", null);
            } catch (Remote.Declined declined) {
                if (!declined.code().equals(UNDER_WAY) || System.nanoTime() - end > 0) {
                    throw declined;
                }
                Feed.pause(Feed.GLANCE);
            }
        }
    }

    private static String id(JsonNode document) {
        return document.path("id").asString("");
    }

    /// Returns all documents of a list.
    private static List<JsonNode> documents(Remote remote, String listWithQuery)
            throws IOException, InterruptedException {
        var documents = new ArrayList<JsonNode>();
        for (int page = 1; ; page++) {
            JsonNode data = remote.get(listWithQuery + "limit=" + PAGE + "&page=" + page);
            data.path("docs").forEach(documents::add);
            if (!data.path("hasNextPage").asBoolean(false)) {
                return documents;
            }
        }
    }
}
