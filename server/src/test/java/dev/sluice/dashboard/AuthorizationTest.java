package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Golden;
import dev.sluice.app.Merchant;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import dev.sluice.webhook.TestReceiver;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Requests every page and action with every role, and with resources of another organization. `dashboard/roles.txt`
/// lists the permitted roles; a page that it does not list fails the test.
@Tag("slow")
class AuthorizationTest extends BelongingsCase {
    private static final Path FILE = Path.of("src", "test", "resources", "dashboard", "roles.txt");

    /// Paths of operators, for all organizations, and of a user's own sessions and passkeys.
    private static final List<String> NOT_OF_ORGANIZATIONS = List.of("/dashboard/operator/", "/dashboard/account/");

    /// Paths with an id that is not of an organization's resource or that is never refused, with the reason.
    private static final Map<String, String> WITHOUT_FOREIGN_IDS = Map.of(
            "/dashboard/settings/methods/{currency}",
            "currencies are everybody's",
            "/dashboard/notifications/{id}/read",
            "a notice of others is nothing to read, and no fault: see NotificationPagesTest");

    /// Roles that may download the proof of an existing payout to a bank account, with its account number. Every
    /// role may download that of a payout to a wallet.
    private static final String PROOF = "GET /dashboard/payouts/{id}/proof: OWNER ADMIN MAKER CHECKER";

    /// Path with the status 400 for an unknown id, as the API specification requires.
    private static final String FORCE = "/dashboard/payouts/{id}/force";

    private static final Pattern ENDS = Pattern.compile(".*/(delete|discard|end|remove|revoke)");

    private static Stream<Route> routes() {
        return service.routes().all().stream()
                .filter(route -> route.template().startsWith("/dashboard"))
                .sorted(Comparator.comparing(Route::template)
                        .thenComparing(route -> route.method().name()));
    }

    /// Returns the path with random ids.
    private static String path(Route route) {
        return route.template()
                .replace("{currency}", "IDR")
                .replace("{rail}", "nowhere")
                .replaceAll("\\{[^}]*}", UUID.randomUUID().toString());
    }

    /// Opens a new session for each request, because some actions end the session.
    private Person seated(User user) {
        return new Person(service.baseUrl(), user, sessions().open(user, "127.0.0.1", "test", true));
    }

    private HttpResponse<String> ask(User user, Route route) {
        var somebody = seated(user);
        return route.method() == Method.GET ? somebody.get(path(route)) : somebody.post(path(route), Map.of());
    }

    /// Reports whether access was granted. Every denied request of a signed-in user gets a 403.
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
            lines.add(line(route, roles));
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
        var open = List.of("/sign-in", "/password", "/mail");
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

    /// A foreign resource gets the same response as one that does not exist, and its owner gets another one. The
    /// id is therefore the only reason for the refusal.
    @Test
    void what_belongs_to_another_organization_is_there_for_its_own_people_alone() {
        try (var other = Merchant.at(service);
                var receiver = new TestReceiver(TestReceiver.answering(200))) {
            var owner = seated(
                    users().create(other.organizationId(), UUID.randomUUID() + "@other.example", "Budi", Role.OWNER)
                            .user());
            var theirs = belongings(other, owner, receiver.url());
            var routes = routesByIds();
            var stranger = person(Role.OWNER);
            for (var route : routes) {
                var answer = ask(stranger, route, theirs, receiver.url());
                assertThat(answer.statusCode()).as(name(route)).isEqualTo(notThere(route));
                assertThat(answer.body()).as(name(route)).doesNotContain("Siti Rahayu");
            }
            for (var route : routes) {
                assertThat(ask(owner, route, theirs, receiver.url()).statusCode())
                        .as(name(route) + " by one of their own")
                        .isNotEqualTo(notThere(route))
                        .isBetween(200, 499);
            }
            assertThat(routes.stream().map(AuthorizationTest::beginning)).containsAll(theirs.keySet());
        }
    }

    /// A role has the same access to existing resources as to missing ones. Otherwise a response would reveal a
    /// resource, or an access check would be missing from the list.
    @Test
    void each_role_may_the_same_with_what_is_there() throws IOException {
        var written = new ArrayList<>(Files.readAllLines(FILE));
        written.add(PROOF);
        try (var other = Merchant.at(service);
                var receiver = new TestReceiver(TestReceiver.answering(200))) {
            var people = Stream.of(Role.values())
                    .sorted(Comparator.comparing(Role.OWNER::equals))
                    .map(role -> users().create(
                                    other.organizationId(), UUID.randomUUID() + "@other.example", "Budi", role)
                            .user())
                    .toList();
            var theirs = belongings(other, seated(people.getLast()), receiver.url());
            for (var route : routesByIds()) {
                var roles = people.stream()
                        .filter(user -> isLetIn(ask(seated(user), route, theirs, receiver.url())))
                        .map(User::role)
                        .sorted()
                        .map(Role::name)
                        .toList();
                assertThat(written).contains(line(route, roles));
            }
        }
    }

    private static String line(Route route, List<String> roles) {
        boolean all = roles.size() == Role.values().length;
        return name(route) + ": " + (all ? "all" : String.join(" ", roles));
    }

    /// Returns the routes with an id of an organization's resource; routes that delete it come last.
    private static List<Route> routesByIds() {
        var templates = routes().map(Route::template).toList();
        assertThat(templates).containsAll(WITHOUT_FOREIGN_IDS.keySet());
        return routes().filter(route -> route.template().contains("{"))
                .filter(route -> NOT_OF_ORGANIZATIONS.stream().noneMatch(route.template()::startsWith))
                .filter(route -> !WITHOUT_FOREIGN_IDS.containsKey(route.template()))
                .sorted(Comparator.comparing(
                        route -> ENDS.matcher(route.template()).matches()))
                .toList();
    }

    private static HttpResponse<String> ask(Person person, Route route, Map<String, String> ids, URI hook) {
        var beginning = beginning(route);
        var id = ids.get(beginning);
        assertThat(id)
                .as(name(route) + " needs something of another organization, or a reason why there is none")
                .isNotNull();
        var path = beginning + id + route.template().substring(route.template().indexOf('}') + 1);
        assertThat(path).doesNotContain("{");
        return route.method() == Method.GET ? person.get(path) : person.post(path, form(hook));
    }

    private static int notThere(Route route) {
        return route.template().equals(FORCE) ? 400 : 404;
    }

    private static String beginning(Route route) {
        return route.template().substring(0, route.template().indexOf('{'));
    }

    private static String name(Route route) {
        return route.method() + " " + route.template();
    }
}
