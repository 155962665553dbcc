package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Role;
import dev.sluice.webhook.TestReceiver;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/// Tests payout rules, allowed wallets, files of payouts, recipients and deposits, and checkout links. A request for
/// one of another organization gets the response for a missing one, and changes nothing. Each role has the access of
/// its permissions.
class ForeignStateTest extends BelongingsCase {
    private static final Path ROLES = Path.of("src", "test", "resources", "dashboard", "roles.txt");

    /// Permissions for the pages and actions below a path.
    private record Needed(Permission see, Permission change) {}

    /// Paths of each kind, longest prefix first.
    private static final Map<String, Needed> KINDS = kinds();

    /// Tables of an organization that only requests of users and programs change.
    private static final List<String> TABLES = List.of(
            "policy_rule",
            "policy_wallet",
            "fileimport_file",
            "fileimport_row",
            "checkout",
            "recipient",
            "deposit",
            "disbursement",
            "convert",
            "webhook_endpoint",
            "auth_client",
            "auth_api_key",
            "merchant_user");

    /// Parts that differ between two responses: ids, tokens and times.
    private static final Pattern OF_ONE_ANSWER =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f-]{27}|(?:nonce|value|content)=\"[^\"]*\"|\\d{2}:\\d{2}(:\\d{2})?");

    private static Map<String, Needed> kinds() {
        var kinds = new LinkedHashMap<String, Needed>();
        kinds.put("/dashboard/policy/test", new Needed(Permission.SEE_POLICY, Permission.SEE_POLICY));
        kinds.put("/dashboard/policy/", new Needed(Permission.CHANGE_SETTINGS, Permission.CHANGE_SETTINGS));
        kinds.put("/dashboard/policy", new Needed(Permission.SEE_POLICY, Permission.CHANGE_SETTINGS));
        kinds.put("/dashboard/approvals/files/", new Needed(Permission.APPROVE_PAYOUTS, Permission.APPROVE_PAYOUTS));
        kinds.put("/dashboard/payouts/bulk/banks", new Needed(Permission.CREATE_PAYOUTS, Permission.CREATE_PAYOUTS));
        kinds.put("/dashboard/payouts/bulk/template", new Needed(Permission.CREATE_PAYOUTS, Permission.CREATE_PAYOUTS));
        kinds.put("/dashboard/payouts/bulk", new Needed(Permission.VIEW, Permission.CREATE_PAYOUTS));
        kinds.put(
                "/dashboard/recipients/import", new Needed(Permission.MANAGE_RECIPIENTS, Permission.MANAGE_RECIPIENTS));
        kinds.put(
                "/dashboard/deposits/import/methods",
                new Needed(Permission.MANAGE_DEPOSITS, Permission.MANAGE_DEPOSITS));
        kinds.put(
                "/dashboard/deposits/import/template",
                new Needed(Permission.MANAGE_DEPOSITS, Permission.MANAGE_DEPOSITS));
        kinds.put("/dashboard/deposits/import", new Needed(Permission.VIEW, Permission.MANAGE_DEPOSITS));
        kinds.put("/dashboard/checkouts/new", new Needed(Permission.MANAGE_DEPOSITS, Permission.MANAGE_DEPOSITS));
        kinds.put("/dashboard/checkouts", new Needed(Permission.VIEW, Permission.MANAGE_DEPOSITS));
        return kinds;
    }

    private static Stream<Route> routes() {
        return service.routes().all().stream()
                .filter(route -> KINDS.keySet().stream().anyMatch(route.template()::startsWith));
    }

    /// Returns the digest of an organization's rows, by table.
    private static Map<String, String> rows(UUID organizationId) {
        var digests = new TreeMap<String, String>();
        service.connections().read(handle -> {
            for (var table : TABLES) {
                digests.put(
                        table,
                        handle.createQuery("SELECT count(*) || ' ' || COALESCE(md5(string_agg(each::text, chr(10)"
                                        + " ORDER BY each::text)), '') FROM " + table
                                        + " each WHERE organization_id = :organization")
                                .bind("organization", organizationId)
                                .mapTo(String.class)
                                .one());
            }
            return digests;
        });
        return digests;
    }

    private static HttpResponse<String> ask(Person person, Route route, String id, URI hook) {
        var path = route.template().replaceAll("\\{[^}]*}", id);
        return route.method() == Method.GET ? person.get(path) : person.post(path, form(hook));
    }

    private static String said(HttpResponse<String> answer, String id) {
        return OF_ONE_ANSWER.matcher(answer.body().replace(id, "")).replaceAll("");
    }

    @Test
    void what_belongs_to_others_is_answered_in_the_words_of_what_never_was_and_stays_as_it_is() {
        try (var other = Merchant.at(service);
                var receiver = new TestReceiver(TestReceiver.answering(200))) {
            var owner = users().create(other.organizationId(), UUID.randomUUID() + "@other.example", "Budi", Role.OWNER)
                    .user();
            var seated = new Person(service.baseUrl(), owner, sessions().open(owner, "127.0.0.1", "test", true));
            var theirs = belongings(other, seated, receiver.url());
            await(() -> isStill(other.organizationId()));
            var byIds =
                    routes().filter(route -> route.template().contains("{id}")).toList();
            assertThat(byIds).hasSizeGreaterThan(20);
            var before = rows(other.organizationId());
            assertThat(before.values()).allMatch(digest -> !digest.isEmpty());
            for (var role : Role.values()) {
                var stranger = person(role);
                SoftAssertions.assertSoftly(all -> byIds.forEach(route -> {
                    var beginning =
                            route.template().substring(0, route.template().indexOf('{'));
                    var id = theirs.get(beginning);
                    var never = UUID.randomUUID().toString();
                    var name = role + " " + route.method() + " " + route.template();
                    all.assertThat(id).as(name).isNotNull();
                    var answer = ask(stranger, route, String.valueOf(id), receiver.url());
                    var nothing = ask(stranger, route, never, receiver.url());
                    all.assertThat(answer.statusCode()).as(name).isIn(403, 404).isEqualTo(nothing.statusCode());
                    all.assertThat(said(answer, String.valueOf(id))).as(name).isEqualTo(said(nothing, never));
                }));
            }
            assertThat(rows(other.organizationId())).isEqualTo(before);
            // The owner's user changes the resource with the same form.
            var rule = "/dashboard/policy/rules/";
            assertThat(seated.post(rule + theirs.get(rule) + "/remove", form(receiver.url()))
                            .statusCode())
                    .isEqualTo(303);
            assertThat(rows(other.organizationId())).isNotEqualTo(before);
        }
    }

    /// Reports whether no background work of the organization is left: its file is paid, and its payouts are
    /// finished.
    private static boolean isStill(UUID organizationId) {
        return service.connections()
                .read(handle -> handle.createQuery("""
                    SELECT NOT EXISTS (SELECT 1 FROM fileimport_file WHERE organization_id = :organization
                                       AND state = 'CONFIRMED')
                           AND NOT EXISTS (SELECT 1 FROM disbursement_due WHERE organization_id = :organization)
                    """)
                        .bind("organization", organizationId)
                        .mapTo(Boolean.class)
                        .one());
    }

    /// Compares the list with the permissions of the roles; `AuthorizationTest` compares it with the pages.
    @Test
    void each_role_may_what_its_permissions_say() throws IOException {
        var permissions = new EnumMap<Permission, String>(Permission.class);
        for (var permission : Permission.values()) {
            permissions.put(
                    permission,
                    Stream.of(Role.values())
                            .filter(role -> role.may(permission))
                            .map(Role::name)
                            .collect(Collectors.joining(" ")));
        }
        var lines = Files.readAllLines(ROLES).stream()
                .filter(line -> KINDS.keySet().stream().anyMatch(line.substring(line.indexOf(' ') + 1)::startsWith))
                .toList();
        assertThat(lines).hasSizeGreaterThan(35);
        SoftAssertions.assertSoftly(all -> lines.forEach(line -> {
            var path = line.substring(line.indexOf(' ') + 1, line.lastIndexOf(':'));
            var needed = KINDS.entrySet().stream()
                    .filter(kind -> path.startsWith(kind.getKey()))
                    .findFirst()
                    .orElseThrow()
                    .getValue();
            var permission = line.startsWith("GET") ? needed.see() : needed.change();
            all.assertThat(line).endsWith(": " + permissions.get(permission));
        }));
    }
}
