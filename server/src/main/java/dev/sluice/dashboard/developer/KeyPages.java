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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Credentials of programs: API clients, which sign requests, and API keys. A secret is shown once, after its
/// creation.
public final class KeyPages {
    private static final String CLIENT = Tab.KEYS.path("client");
    private static final String KEY = Tab.KEYS.path("key");

    /// Query parameter that includes revoked ones.
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
                        visit -> form(visit, 200, KeyForm.of(List.of(Scope.READ.wire())), Problems.none(), false)),
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

    /// @param problem reason why an action was refused
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

    /// Returns the id of the new client or key: a form that is sent twice creates one.
    private UUID newId(Visit visit, String purpose) {
        return rooms.formIds().of(visit, purpose);
    }

    /// Returns the client before a rotation of its secret, for the audit log and the owners.
    private Map<String, String> before(Visit visit) {
        var client = client(visit);
        return Map.of("before.label", client.label(), "before.clientId", client.clientId());
    }

    /// Creates a client or key. A label that is in use is refused, so that labels stay unambiguous.
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

    /// Returns the scopes that the visitor may grant: their own.
    private static List<String> offered(Visit visit) {
        return visit.caller().scopes().stream().sorted().map(Scope::wire).toList();
    }

    /// Rotates the secret of a client. The visitor sees the new one, so the client may not have scopes beyond
    /// theirs.
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

    /// Returns the text about the secrets of a rotated client: the one that still works, and the one that has
    /// ended.
    private static String rotated(Visit visit, ApiClient before) {
        var texts = DeveloperPages.texts(visit);
        var goesOn = texts.get("clientRotatedText");
        return before.nextToEnd()
                .map(ended -> goesOn + " "
                        + texts.get(
                                "clientRotatedEnded", visit.look().withSeconds().time(ended.since())))
                .orElse(goesOn);
    }

    /// Returns the newest secret of the client as the form showed it. A client has at most two secrets, and a
    /// rotation ends the older one. A repeated rotation, or one from an outdated list, would therefore end a
    /// secret that programs still use.
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
        rooms.clients().revoke(client(visit, live -> live.revokedAt().isEmpty()).clientId());
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

    /// Returns the client of a form: an active one of the visitor's organization.
    ApiClient client(Visit visit) {
        return client(visit, ApiClient::isUsable);
    }

    private ApiClient client(Visit visit, Predicate<ApiClient> wanted) {
        var id = id(visit);
        return rooms.clients().list(visit.visitor().organizationId()).stream()
                .filter(each -> each.id().equals(id) && wanted.test(each))
                .findFirst()
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    /// Returns the key of a form: an active one of the visitor's organization.
    ApiKey key(Visit visit) {
        var id = id(visit);
        return rooms.keys().list(visit.visitor().organizationId()).stream()
                .filter(each -> each.id().equals(id) && each.isUsable())
                .findFirst()
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    /// Returns the visitor as the creator of the secret. They have seen it, so they may not approve payouts made
    /// with it.
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

    /// Page of all clients and keys, newest first.
    ///
    /// @param uses times of the last use, as far as known
    /// @param whole true if revoked ones are shown, too
    /// @param problem reason why an action was refused
    public record All(
            Frame frame,
            Texts texts,
            Look look,
            List<ApiClient> clients,
            List<ApiKey> keys,
            Map<UUID, Instant> uses,
            boolean whole,
            @Nullable String problem) {
        /// Returns the creator of a key or a secret, or a text that it was created on the server.
        public String madeBy(Optional<KeyMaker> maker) {
            return maker.map(person -> texts.get("madeBy", person.name())).orElseGet(() -> texts.get("madeOnServer"));
        }

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

        /// Returns the confirmation question before a rotation. It names the secret that will end by its time
        /// to the second, because the other one may be from the same minute.
        public String rotateAsk(ApiClient client) {
            return client.nextToEnd()
                    .map(ending ->
                            texts.get("clientRotateAskEnds", look.withSeconds().time(ending.since())))
                    .orElseGet(() -> texts.get("clientRotateAsk"));
        }

        /// Returns the number of hidden revoked ones.
        public int hidden() {
            return clients.size()
                    + keys.size()
                    - shownClients().size()
                    - shownKeys().size();
        }

        /// Returns the link to the list with revoked ones.
        public String wholePath() {
            return Links.of(Tab.KEYS.path(), Map.of(REVOKED, "shown"));
        }
    }

    /// Form of a new client or key.
    ///
    /// @param formKey key of the form, which contains the id of the new client or key
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
