package dev.sluice.dashboard.developer;

import dev.sluice.auth.Allowlist;
import dev.sluice.auth.ApiClient;
import dev.sluice.auth.ApiKey;
import dev.sluice.auth.KeyMaker;
import dev.sluice.auth.Scope;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
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

    private final DashboardGuard guard;
    private final DeveloperPages.Modules modules;

    KeyPages(DashboardGuard guard, DeveloperPages.Modules modules) {
        this.guard = guard;
        this.modules = modules;
    }

    List<Route> routes() {
        return List.of(
                guard.page(Tab.KEYS.path(), Permission.DEVELOP, context -> list(context, 200, null)),
                guard.page(
                        CLIENT,
                        Permission.DEVELOP,
                        context -> form(context, 200, KeyForm.of(List.of(Scope.READ.wire())), Problems.none(), false)),
                guard.sensitive(CLIENT, Permission.DEVELOP, KeyForm.SENT, OptionalReason.optional(this::createClient)),
                guard.sensitive(
                        CLIENT + "/{id}/rotate",
                        Permission.DEVELOP,
                        List.of("newest"),
                        this::before,
                        OptionalReason.optional(this::rotate)),
                guard.action(
                        CLIENT + "/{id}/revoke-old-secret",
                        Permission.DEVELOP,
                        OptionalReason.optional(this::revokeOldSecret)),
                guard.action(CLIENT + "/{id}/revoke", Permission.DEVELOP, OptionalReason.optional(this::revokeClient)),
                guard.page(
                        KEY,
                        Permission.DEVELOP,
                        context -> form(context, 200, KeyForm.of(List.of(Scope.READ.wire())), Problems.none(), true)),
                guard.sensitive(KEY, Permission.DEVELOP, KeyForm.SENT, OptionalReason.optional(this::createKey)),
                guard.action(KEY + "/{id}/revoke", Permission.DEVELOP, OptionalReason.optional(this::revokeKey)));
    }

    /// @param problem reason why an action was refused
    private Answer list(PageContext context, int status, @Nullable String problem) {
        var texts = DeveloperPages.texts(context);
        var organization = context.visitor().organizationId();
        var clients = modules.clients().list(organization).reversed();
        var keys = modules.keys().list(organization).reversed();
        var uses = modules.requests().uses(organization);
        boolean whole = context.query().text(REVOKED).isPresent();
        return context.page(
                status,
                "dashboard/developer/keys.jte",
                Section.DEVELOPERS,
                texts.get("tab.keys"),
                frame -> new All(frame, texts, context.formats(), clients, keys, uses, whole, problem));
    }

    private Answer createClient(PageContext context) {
        var organization = context.visitor().organizationId();
        var id = newId(context, CLIENT);
        var taken = modules.clients().list(organization).stream()
                .filter(each -> each.revokedAt().isEmpty() && !each.id().equals(id))
                .map(ApiClient::label)
                .collect(Collectors.toSet());
        var texts = DeveloperPages.texts(context);
        return create(
                context,
                false,
                taken,
                (form, allowlist) -> modules.clients()
                        .create(organization, id, form.label(), form.granted(), allowlist, maker(context))
                        .map(client -> {
                            context.recordCreated(id.toString());
                            return secret(context, "clientMade", texts.get("clientMadeText"), client);
                        })
                        .orElseGet(() -> context.redirectWithWarning(Tab.KEYS.path(), texts.get("clientThere"))));
    }

    private Answer createKey(PageContext context) {
        var organization = context.visitor().organizationId();
        var id = newId(context, KEY);
        var taken = modules.keys().list(organization).stream()
                .filter(each -> each.revokedAt().isEmpty() && !each.id().equals(id))
                .map(ApiKey::label)
                .collect(Collectors.toSet());
        return create(context, true, taken, (form, allowlist) -> {
            var texts = DeveloperPages.texts(context);
            return modules.keys()
                    .create(organization, id, form.label(), form.granted(), allowlist, maker(context))
                    .map(key -> {
                        context.recordCreated(id.toString());
                        return ShownOnce.page(
                                context,
                                Tab.KEYS,
                                "keyMade",
                                texts.get("keyMadeText"),
                                List.of(new ShownOnce.Line("token", texts.get("key"), key.token())),
                                Tab.KEYS.path());
                    })
                    .orElseGet(() -> context.redirectWithWarning(Tab.KEYS.path(), texts.get("keyThere")));
        });
    }

    /// Returns the id of the new client or key: a form that is sent twice creates one.
    private UUID newId(PageContext context, String purpose) {
        return modules.formIds().of(context, purpose);
    }

    /// Returns the client before a rotation of its secret, for the audit log and the owners.
    private Map<String, String> before(PageContext context) {
        var client = client(context);
        return Map.of("before.label", client.label(), "before.clientId", client.clientId());
    }

    /// Creates a client or key. A label that is in use is refused, so that labels stay unambiguous.
    private Answer create(
            PageContext context, boolean key, Set<String> taken, BiFunction<KeyForm, Allowlist, Answer> make) {
        var form = KeyForm.of(context);
        var problems = form.problems(DeveloperPages.texts(context), taken, offered(context));
        if (!problems.isEmpty()) {
            return form(context, taken.contains(form.label()) ? 409 : 400, form, problems, key);
        }
        if (Scope.movesMoney(form.granted())) {
            context.requireApproval();
        }
        return make.apply(form, form.allowlist().allowlist());
    }

    /// Returns the scopes that the visitor may grant: their own.
    private static List<String> offered(PageContext context) {
        return context.caller().scopes().stream().sorted().map(Scope::wire).toList();
    }

    /// Rotates the secret of a client. The visitor sees the new one, so the client may not have scopes beyond
    /// theirs.
    private Answer rotate(PageContext context) {
        var before = client(context);
        if (!context.caller().scopes().containsAll(before.scopes())) {
            return notDone(context, 403, "rotateBeyond");
        }
        return newest(context)
                .flatMap(newest -> modules.clients().rotate(before.clientId(), maker(context), newest))
                .map(rotated -> secret(context, "rotated", rotated(context, before), rotated))
                .orElseGet(() -> notDone(context, "rotatedAlready"));
    }

    /// Returns the text about the secrets of a rotated client: the one that still works, and the one that has
    /// ended.
    private static String rotated(PageContext context, ApiClient before) {
        var texts = DeveloperPages.texts(context);
        var goesOn = texts.get("clientRotatedText");
        return before.nextToEnd()
                .map(ended -> goesOn + " "
                        + texts.get(
                                "clientRotatedEnded",
                                context.formats().withSeconds().time(ended.since())))
                .orElse(goesOn);
    }

    /// Returns the newest secret of the client as the form showed it. A client has at most two secrets, and a
    /// rotation ends the older one. A repeated rotation, or one from an outdated list, would therefore end a
    /// secret that programs still use.
    private static Optional<UUID> newest(PageContext context) {
        return context.form().text("newest").flatMap(Ids::parse);
    }

    private Answer notDone(PageContext context, String key) {
        return notDone(context, 409, key);
    }

    private Answer notDone(PageContext context, int status, String key) {
        return list(context, status, DeveloperPages.texts(context).get(key));
    }

    private static Answer secret(
            PageContext context, String titleKey, String explanation, ApiClient.WithSecret created) {
        var texts = DeveloperPages.texts(context);
        return ShownOnce.page(
                context,
                Tab.KEYS,
                titleKey,
                explanation,
                List.of(
                        new ShownOnce.Line(
                                "client-id",
                                texts.get("clientId"),
                                created.client().clientId()),
                        new ShownOnce.Line("secret", texts.get("secret"), created.secret())),
                Tab.KEYS.path());
    }

    private Answer revokeOldSecret(PageContext context) {
        var clientId = client(context).clientId();
        return newest(context)
                        .filter(newest -> modules.clients().revokePrevious(clientId, newest))
                        .isPresent()
                ? context.redirect(
                        Tab.KEYS.path(), DeveloperPages.texts(context).get("oldSecretRevoked"))
                : notDone(context, "oldSecretNotRevoked");
    }

    private Answer revokeClient(PageContext context) {
        modules.clients()
                .revoke(client(context, live -> live.revokedAt().isEmpty()).clientId());
        return context.redirect(Tab.KEYS.path(), DeveloperPages.texts(context).get("clientRevoked"));
    }

    private Answer revokeKey(PageContext context) {
        var organization = context.visitor().organizationId();
        var id = id(context);
        if (modules.keys().list(organization).stream()
                .noneMatch(each -> each.id().equals(id))) {
            throw Refusal.NOT_FOUND.refused();
        }
        modules.keys().revoke(organization, id);
        return context.redirect(Tab.KEYS.path(), DeveloperPages.texts(context).get("keyRevoked"));
    }

    /// Returns the client of a form: an active one of the visitor's organization.
    ApiClient client(PageContext context) {
        return client(context, ApiClient::isUsable);
    }

    private ApiClient client(PageContext context, Predicate<ApiClient> wanted) {
        var id = id(context);
        return modules.clients().list(context.visitor().organizationId()).stream()
                .filter(each -> each.id().equals(id) && wanted.test(each))
                .findFirst()
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    /// Returns the key of a form: an active one of the visitor's organization.
    ApiKey key(PageContext context) {
        var id = id(context);
        return modules.keys().list(context.visitor().organizationId()).stream()
                .filter(each -> each.id().equals(id) && each.isUsable())
                .findFirst()
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    /// Returns the visitor as the creator of the secret. They have seen it, so they may not approve payouts made
    /// with it.
    private static KeyMaker maker(PageContext context) {
        var user = context.visitor().user();
        return new KeyMaker(user.id(), user.name());
    }

    private static UUID id(PageContext context) {
        return Ids.parse(context.request().parameter("id")).orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer form(PageContext context, int status, KeyForm form, Problems problems, boolean key) {
        var texts = DeveloperPages.texts(context);
        var purpose = key ? KEY : CLIENT;
        var formKey = modules.formIds().key(context, purpose, newId(context, purpose));
        return context.page(
                status,
                "dashboard/developer/keyform.jte",
                Section.DEVELOPERS,
                texts.get(key ? "keyNew" : "clientNew"),
                frame -> new NewKeyForm(frame, texts, form, formKey, key, offered(context), problems, purpose));
    }

    /// Page of all clients and keys, newest first.
    ///
    /// @param uses times of the last use, as far as known
    /// @param whole true if revoked ones are shown, too
    /// @param problem reason why an action was refused
    public record All(
            Frame frame,
            Texts texts,
            Formats formats,
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
                    .map(ending -> texts.get(
                            "clientRotateAskEnds", formats.withSeconds().time(ending.since())))
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
    public record NewKeyForm(
            Frame frame,
            Texts texts,
            KeyForm form,
            String formKey,
            boolean key,
            List<String> scopes,
            Problems problems,
            String action) {}
}
