package dev.sluice.dashboard.developer;

import dev.sluice.auth.Allowlist;
import dev.sluice.auth.ApiClient;
import dev.sluice.auth.ApiKey;
import dev.sluice.auth.KeyMaker;
import dev.sluice.auth.Scope;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Why;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refusal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What programs sign in with: clients, which sign, and keys. A secret is shown when it is made, and never again.
public final class KeyPages {
    private static final String CLIENT = Tab.KEYS.path("client");
    private static final String KEY = Tab.KEYS.path("key");

    /// Asks for those that are revoked as well.
    private static final String REVOKED = "revoked";

    private final Door door;
    private final DeveloperPages.Rooms rooms;

    KeyPages(Door door, DeveloperPages.Rooms rooms) {
        this.door = door;
        this.rooms = rooms;
    }

    List<Route> routes() {
        return List.of(
                door.page(Tab.KEYS.path(), Permission.DEVELOP, visit -> list(visit, 200, null)),
                door.page(
                        CLIENT,
                        Permission.DEVELOP,
                        visit -> form(visit, 200, KeyForm.of(offered(visit)), Problems.none(), false)),
                door.sensitive(CLIENT, Permission.DEVELOP, KeyForm.SENT, Why.optional(this::createClient)),
                door.sensitive(
                        CLIENT + "/{id}/rotate",
                        Permission.DEVELOP,
                        List.of("newest"),
                        this::before,
                        Why.optional(this::rotate)),
                door.action(CLIENT + "/{id}/settle", Permission.DEVELOP, Why.optional(this::settle)),
                door.action(CLIENT + "/{id}/revoke", Permission.DEVELOP, Why.optional(this::revokeClient)),
                door.page(
                        KEY,
                        Permission.DEVELOP,
                        visit -> form(visit, 200, KeyForm.of(List.of(Scope.READ.wire())), Problems.none(), true)),
                door.sensitive(KEY, Permission.DEVELOP, KeyForm.SENT, Why.optional(this::createKey)),
                door.action(KEY + "/{id}/revoke", Permission.DEVELOP, Why.optional(this::revokeKey)));
    }

    /// @param problem why nothing was done to one of them
    private Answer list(Visit visit, int status, @Nullable String problem) {
        var texts = DeveloperPages.texts(visit);
        var organization = visit.visitor().organizationId();
        var clients = rooms.clients().list(organization).reversed();
        var keys = rooms.keys().list(organization).reversed();
        var uses = rooms.requests().uses(organization);
        boolean whole = visit.query().text(REVOKED).isPresent();
        return visit.page(
                status,
                "dashboard/developer/keys.jte",
                Section.DEVELOPERS,
                texts.get("tab.keys"),
                frame -> new All(frame, texts, visit.look(), clients, keys, uses, whole, problem));
    }

    private Answer createClient(Visit visit) {
        var organization = visit.visitor().organizationId();
        var id = newId(visit, CLIENT);
        var taken = rooms.clients().list(organization).stream()
                .filter(each -> each.revokedAt().isEmpty() && !each.id().equals(id))
                .map(ApiClient::label)
                .collect(Collectors.toSet());
        var texts = DeveloperPages.texts(visit);
        return made(
                visit,
                false,
                taken,
                (form, allowlist) -> rooms.clients()
                        .create(organization, id, form.label(), form.granted(), allowlist, maker(visit))
                        .map(client -> {
                            visit.note(id.toString());
                            return secret(visit, "clientMade", texts.get("clientMadeText"), client);
                        })
                        .orElseGet(() -> visit.goToWarned(Tab.KEYS.path(), texts.get("clientThere"))));
    }

    private Answer createKey(Visit visit) {
        var organization = visit.visitor().organizationId();
        var id = newId(visit, KEY);
        var taken = rooms.keys().list(organization).stream()
                .filter(each -> each.revokedAt().isEmpty() && !each.id().equals(id))
                .map(ApiKey::label)
                .collect(Collectors.toSet());
        return made(visit, true, taken, (form, allowlist) -> {
            var texts = DeveloperPages.texts(visit);
            return rooms.keys()
                    .create(organization, id, form.label(), form.granted(), allowlist, maker(visit))
                    .map(key -> {
                        visit.note(id.toString());
                        return ShownOnce.page(
                                visit,
                                Tab.KEYS,
                                "keyMade",
                                texts.get("keyMadeText"),
                                List.of(new ShownOnce.Line("token", texts.get("key"), key.token())),
                                Tab.KEYS.path());
                    })
                    .orElseGet(() -> visit.goToWarned(Tab.KEYS.path(), texts.get("keyThere")));
        });
    }

    /// The id that what a form makes has: a form that is sent twice makes one.
    private UUID newId(Visit visit, String purpose) {
        return rooms.formIds().of(visit, purpose);
    }

    /// The client whose secret is rotated, for the audit log and the owners.
    private Map<String, String> before(Visit visit) {
        var client = client(visit);
        return Map.of("before.label", client.label(), "before.clientId", client.clientId());
    }

    /// A name that is taken is refused, so that names tell them apart.
    private Answer made(Visit visit, boolean key, Set<String> taken, BiFunction<KeyForm, Allowlist, Answer> make) {
        var form = KeyForm.of(visit);
        var problems = form.problems(DeveloperPages.texts(visit), taken, offered(visit));
        if (!problems.isEmpty()) {
            return form(visit, taken.contains(form.label()) ? 409 : 400, form, problems, key);
        }
        if (Scope.movesMoney(form.granted())) {
            visit.requireApproval();
        }
        return make.apply(form, form.allowlist().allowlist());
    }

    /// Scopes that the visitor may give to a program: those that they have.
    private static List<String> offered(Visit visit) {
        return visit.caller().scopes().stream().sorted().map(Scope::wire).toList();
    }

    /// A new secret, which the visitor sees: of a client that may do no more than they may.
    private Answer rotate(Visit visit) {
        var before = client(visit);
        if (!visit.caller().scopes().containsAll(before.scopes())) {
            return notDone(visit, 403, "rotateBeyond");
        }
        return newest(visit)
                .flatMap(newest -> rooms.clients().rotate(before.clientId(), maker(visit), newest))
                .map(rotated -> secret(visit, "rotated", rotated(visit, before), rotated))
                .orElseGet(() -> notDone(visit, "rotatedAlready"));
    }

    /// Which secret works on, and which one has ended, of a client as it was before.
    private static String rotated(Visit visit, ApiClient before) {
        var texts = DeveloperPages.texts(visit);
        var goesOn = texts.get("clientRotatedText");
        return before.nextToEnd()
                .map(ended -> goesOn + " "
                        + texts.get(
                                "clientRotatedEnded", visit.look().withSeconds().time(ended.since())))
                .orElse(goesOn);
    }

    /// The newest secret of the client as the form was shown: a rotation takes the place of the one before it, so what
    /// is asked for twice, or of a list that has changed, would end one that programs use.
    private static Optional<UUID> newest(Visit visit) {
        return visit.form().text("newest").flatMap(Ids::parse);
    }

    private Answer notDone(Visit visit, String key) {
        return notDone(visit, 409, key);
    }

    private Answer notDone(Visit visit, int status, String key) {
        return list(visit, status, DeveloperPages.texts(visit).get(key));
    }

    private static Answer secret(Visit visit, String titleKey, String explanation, ApiClient.WithSecret made) {
        var texts = DeveloperPages.texts(visit);
        return ShownOnce.page(
                visit,
                Tab.KEYS,
                titleKey,
                explanation,
                List.of(
                        new ShownOnce.Line(
                                "client-id",
                                texts.get("clientId"),
                                made.client().clientId()),
                        new ShownOnce.Line("secret", texts.get("secret"), made.secret())),
                Tab.KEYS.path());
    }

    private Answer settle(Visit visit) {
        var clientId = client(visit).clientId();
        return newest(visit)
                        .filter(newest -> rooms.clients().revokePrevious(clientId, newest))
                        .isPresent()
                ? visit.goTo(Tab.KEYS.path(), DeveloperPages.texts(visit).get("settled"))
                : notDone(visit, "notSettled");
    }

    private Answer revokeClient(Visit visit) {
        rooms.clients().revoke(client(visit).clientId());
        return visit.goTo(Tab.KEYS.path(), DeveloperPages.texts(visit).get("clientRevoked"));
    }

    private Answer revokeKey(Visit visit) {
        var organization = visit.visitor().organizationId();
        var id = id(visit);
        if (rooms.keys().list(organization).stream().noneMatch(each -> each.id().equals(id))) {
            throw Refusal.NOT_FOUND.refused();
        }
        rooms.keys().revoke(organization, id);
        return visit.goTo(Tab.KEYS.path(), DeveloperPages.texts(visit).get("keyRevoked"));
    }

    /// The client that a form is about: a live one of the visitor's organization.
    ApiClient client(Visit visit) {
        var id = id(visit);
        return rooms.clients().list(visit.visitor().organizationId()).stream()
                .filter(each -> each.id().equals(id) && each.revokedAt().isEmpty())
                .findFirst()
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    /// The key that a form is about, likewise.
    ApiKey key(Visit visit) {
        var id = id(visit);
        return rooms.keys().list(visit.visitor().organizationId()).stream()
                .filter(each -> each.id().equals(id) && each.revokedAt().isEmpty())
                .findFirst()
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    /// Who sees what is made, and so does not approve what it pays.
    private static KeyMaker maker(Visit visit) {
        var user = visit.visitor().user();
        return new KeyMaker(user.id(), user.name());
    }

    private static UUID id(Visit visit) {
        return Ids.parse(visit.request().parameter("id")).orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer form(Visit visit, int status, KeyForm form, Problems problems, boolean key) {
        var texts = DeveloperPages.texts(visit);
        var purpose = key ? KEY : CLIENT;
        var formKey = rooms.formIds().key(visit, purpose, newId(visit, purpose));
        return visit.page(
                status,
                "dashboard/developer/keyform.jte",
                Section.DEVELOPERS,
                texts.get(key ? "keyNew" : "clientNew"),
                frame -> new Asked(frame, texts, form, formKey, key, offered(visit), problems, purpose));
    }

    /// All clients and keys, the newest first.
    ///
    /// @param uses when each was used last, as far as that is known
    /// @param whole whether those that are revoked are shown, too
    /// @param problem why nothing was done to one of them
    public record All(
            Frame frame,
            Texts texts,
            Look look,
            List<ApiClient> clients,
            List<ApiKey> keys,
            Map<UUID, Instant> uses,
            boolean whole,
            @Nullable String problem) {
        public List<ApiClient> shownClients() {
            return clients.stream()
                    .filter(each -> whole || each.revokedAt().isEmpty())
                    .toList();
        }

        public List<ApiKey> shownKeys() {
            return keys.stream()
                    .filter(each -> whole || each.revokedAt().isEmpty())
                    .toList();
        }

        /// What is asked before a client's secret is rotated: it says which one that ends, to the second, since
        /// the other may have been made within the same minute.
        public String rotateAsk(ApiClient client) {
            return client.nextToEnd()
                    .map(ending ->
                            texts.get("clientRotateAskEnds", look.withSeconds().time(ending.since())))
                    .orElseGet(() -> texts.get("clientRotateAsk"));
        }

        /// How many are revoked and not shown.
        public int hidden() {
            return clients.size()
                    + keys.size()
                    - shownClients().size()
                    - shownKeys().size();
        }

        /// The list with those that are revoked.
        public String wholePath() {
            return Links.of(Tab.KEYS.path(), Map.of(REVOKED, "shown"));
        }
    }

    /// The form of a new client, or of a new key.
    ///
    /// @param formKey carries the id that it will have
    public record Asked(
            Frame frame,
            Texts texts,
            KeyForm form,
            String formKey,
            boolean key,
            List<String> scopes,
            Problems problems,
            String action) {}
}
