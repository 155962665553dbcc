package dev.sluice.dashboard.developer;

import dev.sluice.auth.Allowlist;
import dev.sluice.auth.Scope;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Seen;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Why;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Pages of the IP allowlists of API clients and keys.
public final class AllowlistPages {
    private static final String BEFORE = "before." + TypedAllowlist.FIELD;

    /// Value in the audit log for an empty allowlist, as the command line writes it.
    private static final String ANY = "any";

    private final Door door;
    private final DeveloperPages.Rooms rooms;
    private final KeyPages keys;

    AllowlistPages(Door door, DeveloperPages.Rooms rooms, KeyPages keys) {
        this.door = door;
        this.rooms = rooms;
        this.keys = keys;
    }

    List<Route> routes() {
        return Stream.of(routes("client", this::client), routes("key", this::key))
                .flatMap(List::stream)
                .toList();
    }

    private List<Route> routes(String kind, Function<Visit, Holder> holder) {
        var path = Tab.KEYS.path(kind + "/{id}/allow");
        return List.of(
                door.page(path, Permission.DEVELOP, visit -> {
                    var whose = holder.apply(visit);
                    var stored = TypedAllowlist.of(whose.allowlist());
                    return show(visit, 200, whose, stored, Problems.none(), Seen.of(stored.fields()));
                }),
                door.sensitive(
                        path,
                        Permission.DEVELOP,
                        List.of(TypedAllowlist.FIELD),
                        visit -> before(holder.apply(visit)),
                        Why.optional(visit -> change(visit, path, holder))));
    }

    private Holder client(Visit visit) {
        var client = keys.client(visit);
        return new Holder(
                client.label(),
                client.scopes(),
                client.allowlist(),
                Tab.KEYS.path("client/" + client.id() + "/allow"),
                (allowlist, seen) -> rooms.clients().allow(client.clientId(), allowlist, seen));
    }

    private Holder key(Visit visit) {
        var key = keys.key(visit);
        return new Holder(
                key.label(),
                key.scopes(),
                key.allowlist(),
                Tab.KEYS.path("key/" + key.id() + "/allow"),
                (allowlist, seen) -> rooms.keys().allow(visit.visitor().organizationId(), key.id(), allowlist, seen));
    }

    private static Answer show(
            Visit visit, int status, Holder holder, TypedAllowlist typed, Problems problems, Seen seen) {
        var texts = DeveloperPages.texts(visit);
        return visit.page(
                status,
                "dashboard/developer/allowlist.jte",
                Section.DEVELOPERS,
                texts.get("allowTitle", holder.label()),
                frame -> new Asked(frame, texts, typed.text(), Why.typed(visit), problems, seen, holder.path()));
    }

    private Answer change(Visit visit, String path, Function<Visit, Holder> holder) {
        var texts = DeveloperPages.texts(visit);
        var whose = holder.apply(visit);
        var typed = TypedAllowlist.of(visit);
        var problem = typed.problem(texts);
        if (problem.isPresent()) {
            var wrong = Problems.of(TypedAllowlist.FIELD, problem.get());
            return show(visit, 400, whose, typed, wrong, Seen.sent(visit));
        }
        return Seen.orOvertaken(
                () -> changed(visit, whose, typed.allowlist()),
                () -> overtaken(visit, path, holder.apply(visit), typed));
    }

    private static Answer changed(Visit visit, Holder holder, Allowlist wanted) {
        var seen = Seen.sent(visit);
        var fields = TypedAllowlist.of(wanted).fields();
        holder.change().accept(wanted, stored -> {
            boolean allowed = seen.allows(TypedAllowlist.of(stored).fields(), fields);
            if (allowed && Scope.movesMoney(holder.scopes()) && !wanted.isWithin(stored)) {
                requireWidening(visit, holder);
            }
            return allowed;
        });
        return visit.goTo(Tab.KEYS.path(), DeveloperPages.texts(visit).get("allowChanged", holder.label()));
    }

    /// Shows the input with the stored allowlist.
    private Answer overtaken(Visit visit, String path, Holder holder, TypedAllowlist typed) {
        var now = holder.allowlist();
        var stored =
                now.ranges().isEmpty() ? DeveloperPages.texts(visit).get("anywhere") : String.join(", ", now.texts());
        var problems = new Problems(
                Seen.told(visit, door.last(visit, path)), Map.of(TypedAllowlist.FIELD, Seen.stored(visit, stored)));
        return show(
                visit,
                409,
                holder,
                typed,
                problems,
                Seen.of(TypedAllowlist.of(now).fields()));
    }

    /// Refuses a wider allowlist unless the visitor has all the program's scopes. If required, a second person
    /// must also have approved it.
    private static void requireWidening(Visit visit, Holder holder) {
        if (!visit.caller().scopes().containsAll(holder.scopes())) {
            throw Refusal.AUTH_SCOPE
                    .refused()
                    .saying(DeveloperPages.texts(visit).get("allowBeyond"));
        }
        visit.requireApproval();
    }

    /// Returns the previous allowlist and its holder, for the audit log and the approver.
    private static Map<String, String> before(Holder holder) {
        return Map.of(
                BEFORE,
                told(holder.allowlist()),
                "before.label",
                holder.label(),
                "before.scopes",
                holder.scopes().stream().sorted().map(Scope::wire).collect(Collectors.joining(", ")));
    }

    private static String told(Allowlist allowlist) {
        return allowlist.ranges().isEmpty() ? ANY : String.join(" ", allowlist.texts());
    }

    /// API client or key with an allowlist.
    ///
    /// @param change replaces the allowlist if the stored one passes the test
    private record Holder(
            String label,
            Set<Scope> scopes,
            Allowlist allowlist,
            String path,
            BiConsumer<Allowlist, Predicate<Allowlist>> change) {}

    /// Form with the stored allowlist or with the input.
    ///
    /// @param seen version of the allowlist that the form was rendered from
    public record Asked(
            Frame frame, Texts texts, String typed, String reason, Problems problems, Seen seen, String action) {}
}
