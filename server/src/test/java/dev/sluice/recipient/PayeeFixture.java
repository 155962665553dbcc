package dev.sluice.recipient;

import dev.sluice.auth.Allowlist;
import dev.sluice.auth.AuthFixture;
import dev.sluice.auth.Caller;
import dev.sluice.auth.Scope;
import dev.sluice.event.AllEvents;
import dev.sluice.event.Event;
import dev.sluice.event.Events;
import dev.sluice.event.Recorded;
import dev.sluice.http.Fields;
import dev.sluice.http.Json;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.server.Server;
import dev.sluice.merchant.Organization;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.Rail;
import dev.sluice.rail.Rails;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.sandbox.SandboxRail;
import dev.sluice.reference.ReferenceLoader;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import dev.sluice.screening.Screenings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// The recipient module over a real database and server, with the sandbox's bank.
final class PayeeFixture implements AutoCloseable {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern TIME = Pattern.compile("\"20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]{12}Z\"");

    final AuthFixture auth = new AuthFixture();
    final References references;
    final Recipients recipients;
    final Screenings screenings;
    final List<Alerts.Alert> alerts = new CopyOnWriteArrayList<>();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final TamperAlarm alarm =
            new TamperAlarm(new Alerts(auth.database.database(), auth.clocks, (_, alert) -> alerts.add(alert)), meters);
    final Server server;

    PayeeFixture() {
        this(false);
    }

    /// @param screens true to screen stored recipients
    PayeeFixture(boolean screens) {
        screenings = new Screenings(auth.database.database(), auth.vault, auth.clocks, screens);
        new ReferenceLoader(auth.database.database(), auth.clocks).load();
        references = new References(auth.database.database(), Served.everything());
        recipients = recipients(new SandboxRail(auth.database.database(), auth.clocks));
        server = auth.serve(
                Optional.empty(),
                true,
                guard -> RecipientRoutes.routes(guard, recipients, auth.replays, auth.envelope));
    }

    /// Returns the module with another bank.
    Recipients recipients(Rail rail) {
        return Recipients.wire(
                auth.database.database(),
                auth.vault,
                auth.clocks,
                references,
                auth.organizations,
                new Rails(List.of(rail)),
                new Events(auth.vault),
                BankRules.sparing(account -> account.matches("99990000[0-9]{2}")),
                alarm,
                screenings);
    }

    Merchant merchant() {
        return merchant(EnumSet.allOf(Scope.class));
    }

    Merchant merchant(EnumSet<Scope> scopes) {
        var organization = auth.organization("Acme");
        return merchant(organization, scopes);
    }

    Merchant merchant(Organization organization, EnumSet<Scope> scopes) {
        var key = auth.keys.create(organization.id(), "test", scopes, Allowlist.ANY);
        return new Merchant(organization, key.key().id(), key.token());
    }

    List<Event> events(UUID organizationId, UUID recipientId) {
        return AllEvents.of(auth.database.database(), auth.vault, organizationId, recipientId).stream()
                .map(Recorded::event)
                .toList();
    }

    /// Returns a body's fields in the form of the payout endpoints.
    static Fields fields(String json) {
        return new Request(
                        "test",
                        Method.POST,
                        "/",
                        "",
                        json.getBytes(StandardCharsets.UTF_8),
                        "127.0.0.1",
                        Map.of(),
                        name -> name.equals("Content-Type") ? "application/json" : null)
                .fields();
    }

    @Override
    public void close() {
        server.close();
        auth.close();
    }

    /// An organization with an API key.
    final class Merchant {
        final Organization organization;
        final UUID keyId;
        private final String token;

        private Merchant(Organization organization, UUID keyId, String token) {
            this.organization = organization;
            this.keyId = keyId;
            this.token = token;
        }

        Caller caller() {
            return new Caller(organization.id(), organization.name(), keyId, "test", EnumSet.allOf(Scope.class));
        }

        Reply get(String target) {
            return send("GET", target, "");
        }

        Reply post(String target, String body) {
            return send("POST", target, body);
        }

        Reply patch(String target, String body) {
            return send("PATCH", target, body);
        }

        Reply delete(String target) {
            return send("DELETE", target, "");
        }

        /// Stores a recipient and returns its id.
        UUID stored(String body) {
            var reply = post("/v1/recipient", body);
            if (reply.status() != 201) {
                throw new AssertionError(reply.text());
            }
            return UUID.fromString(reply.data().get("id").stringValue());
        }

        Reply send(String method, String target, String body, String... headers) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + target))
                    .method(method, HttpRequest.BodyPublishers.ofString(body))
                    .header("Authorization", "Bearer " + token);
            if (!body.isEmpty()) {
                request.header("Content-Type", "application/json");
            }
            for (int i = 0; i < headers.length; i += 2) {
                request.header(headers[i], headers[i + 1]);
            }
            try {
                return new Reply(HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString()));
            } catch (IOException broken) {
                throw new IllegalStateException(broken);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(interrupted);
            }
        }
    }

    /// An HTTP response.
    record Reply(HttpResponse<String> response) {
        int status() {
            return response.statusCode();
        }

        String text() {
            return response.body();
        }

        JsonNode json() {
            return Json.parse(response.body().getBytes(StandardCharsets.UTF_8));
        }

        JsonNode data() {
            return json().get("data");
        }

        /// Returns the body with ids numbered in order of appearance and without times, because their values
        /// are not part of the contract.
        String golden() {
            var ids = new HashMap<String, String>();
            var numbered = ID.matcher(response.body())
                    .replaceAll(match -> ids.computeIfAbsent(match.group(), _ -> "id-" + (ids.size() + 1)));
            return TIME.matcher(numbered).replaceAll("\"time\"");
        }

        /// Returns `field CODE` of every detail.
        List<String> findings() {
            return json().path("details")
                    .valueStream()
                    .map(detail -> detail.get("field").stringValue() + " "
                            + detail.get("code").stringValue())
                    .toList();
        }

        /// Returns status and code in one text, such as `400 VALIDATION_FAILED`.
        String outcome() {
            return status() + " " + json().path("code").asString("");
        }
    }
}
