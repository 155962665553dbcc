package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Golden;
import dev.sluice.Merchant;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Every page and every action, with every role, and with what belongs to another organization.
/// `dashboard/roles.txt` says who may what; a page that it does not name fails the test.
class AuthorizationTest extends DashboardTest {
    private static final Path FILE = Path.of("src", "test", "resources", "dashboard", "roles.txt");

    private static Stream<Route> routes() {
        return service.routes().all().stream()
                .filter(route -> route.template().startsWith("/dashboard"))
                .sorted(Comparator.comparing(Route::template)
                        .thenComparing(route -> route.method().name()));
    }

    /// A path of something that nobody has.
    private static String path(Route route) {
        return route.template()
                .replace("{currency}", "IDR")
                .replace("{rail}", "nowhere")
                .replaceAll("\\{[^}]*}", UUID.randomUUID().toString());
    }

    /// Each time another session: some actions end it.
    private Person seated(User user) {
        return new Person(service.baseUrl(), user, sessions().open(user, "127.0.0.1", "test", true));
    }

    private HttpResponse<String> ask(User user, Route route) {
        var somebody = seated(user);
        return route.method() == Method.GET ? somebody.get(path(route)) : somebody.post(path(route), Map.of());
    }

    /// Whoever is led to the sign-in is out, and so is whoever is told that they may not.
    private static boolean isLetIn(HttpResponse<String> answer) {
        return answer.statusCode() != 403;
    }

    @Test
    void each_role_may_what_is_written_and_nothing_else() throws IOException {
        var lines = new ArrayList<String>();
        var people = Stream.of(Role.values()).map(role -> somebody(role).user()).toList();
        for (var route : routes().toList()) {
            var roles = new ArrayList<String>();
            for (var user : people) {
                var answer = ask(user, route);
                assertThat(answer.statusCode())
                        .as(user.role() + " " + route.method() + " " + route.template())
                        .isLessThan(500);
                if (isLetIn(answer)) {
                    roles.add(user.role().name());
                }
            }
            boolean all = roles.size() == Role.values().length;
            lines.add(route.method() + " " + route.template() + ": " + (all ? "all" : String.join(" ", roles)));
        }
        if (Boolean.getBoolean(Golden.WRITE)) {
            Files.createDirectories(FILE.getParent());
            Files.write(FILE, lines);
        }
        assertThat(lines)
                .as("who may what; -D" + Golden.WRITE + "=true writes it anew, to be read line by line")
                .isEqualTo(Files.readAllLines(FILE));
    }

    @Test
    void nobody_who_has_not_signed_in_gets_anywhere() {
        var open = List.of("/sign-in", "/password", "/outbox");
        var user = somebody(Role.OWNER).user();
        for (var route : routes().toList()) {
            if (open.stream().anyMatch(route.template().substring("/dashboard".length())::startsWith)) {
                continue;
            }
            var nobody = new Person(service.baseUrl(), user, "no-such-session");
            var answer = route.method() == Method.GET
                    ? nobody.get(path(route))
                    : nobody.postAsIs(path(route), Map.of("formToken", "x"));
            assertThat(answer.statusCode()).as(route.template()).isIn(303, 401);
            if (answer.statusCode() == 303) {
                assertThat(answer.headers().firstValue("Location").orElseThrow())
                        .as(route.template())
                        .startsWith("/dashboard/sign-in");
            }
        }
    }

    @Test
    void what_belongs_to_another_organization_is_not_there() {
        try (var other = Merchant.at(service)) {
            var theirs = theirs(other);
            var mine = somebody(Role.OWNER).user();
            int tried = 0;
            for (var route : routes().toList()) {
                var id = idFor(route.template(), theirs);
                if (id.isEmpty()) {
                    continue;
                }
                var path = route.template().replaceFirst("\\{[^}]*}", id.get());
                var somebody = seated(mine);
                var answer = route.method() == Method.GET
                        ? somebody.get(path)
                        : somebody.post(
                                path,
                                Map.of(
                                        "reason", "x",
                                        "name", "x",
                                        "url", "https://shop.example.com",
                                        "since", "2026-01-01T00:00",
                                        "status", "completed",
                                        "amount", "1"));
                assertThat(answer.statusCode()).as(route.method() + " " + path).isIn(400, 404);
                assertThat(answer.body()).as(path).doesNotContain("Siti Rahayu");
                tried++;
            }
            assertThat(tried).isGreaterThanOrEqualTo(33);
        }
    }

    /// One of each kind that another organization has, by the beginning of its pages' paths.
    private Map<String, String> theirs(Merchant other) {
        var client = other.client();
        var payout = other.paid("1234567890", "10000");
        var recipient = other.storedInIndonesia();
        var endpoint = id(client.post("/v1/webhook/endpoint", "{\"url\":\"https://shop.example.com/hook\"}")
                .expect(201)
                .data());
        var event = id(client.get("/v1/event").expect(200).data().path("docs").get(0));
        var checkout = id(client.post("/v1/checkout", "{\"inputCurrency\":\"IDR\",\"inputAmount\":250000}")
                .expect(200)
                .data());
        var user = users().create(other.organizationId(), UUID.randomUUID() + "@other.example", "Budi", Role.OWNER)
                .user();
        var owner = seated(user);
        owner.post("/dashboard/policy/new", Map.of("kind", "WALLET_ALLOWLIST", "effect", "REFUSE"));
        owner.post(
                "/dashboard/policy/wallets",
                Map.of(
                        "network", "polygon",
                        "wallet", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                        "label", "Treasury"));
        var policy = owner.get("/dashboard/policy").body();
        var keys = owner.get("/dashboard/developers/keys").body();
        return Map.ofEntries(
                Map.entry("/dashboard/payouts/", payout),
                Map.entry("/dashboard/deposits/", other.asked("014_VA", "150000")),
                Map.entry("/dashboard/recipients/", recipient),
                Map.entry("/dashboard/checkouts/", checkout),
                Map.entry("/dashboard/developers/webhooks/", endpoint),
                Map.entry("/dashboard/developers/events/", event),
                Map.entry("/dashboard/developers/keys/key/", found(keys, "keys/key/")),
                Map.entry("/dashboard/policy/rules/", found(policy, "policy/rules/")),
                Map.entry("/dashboard/policy/wallets/", found(policy, "policy/wallets/")),
                Map.entry("/dashboard/team/", user.id().toString()));
    }

    private static String found(String page, String before) {
        var matcher = Pattern.compile(before + "([0-9a-f-]{36})").matcher(page);
        assertThat(matcher.find()).as(before).isTrue();
        return matcher.group(1);
    }

    private static Optional<String> idFor(String template, Map<String, String> theirs) {
        return theirs.entrySet().stream()
                .filter(each -> template.startsWith(each.getKey() + "{"))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static String id(JsonNode made) {
        return made.path("id").stringValue();
    }
}
