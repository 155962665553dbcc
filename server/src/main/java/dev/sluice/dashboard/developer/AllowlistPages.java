package dev.sluice.dashboard.developer;

import dev.sluice.auth.Allowlist;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Why;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/// From where a client or a key may be used: seen, and changed.
public final class AllowlistPages {
    private static final String BEFORE = "before." + TypedAllowlist.FIELD;

    /// As the command has it in the audit log.
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
                    return show(visit, 200, whose, TypedAllowlist.of(whose.allowlist()), Problems.none());
                }),
                door.action(
                        path,
                        Permission.DEVELOP,
                        visit -> Map.of(BEFORE, told(holder.apply(visit).allowlist())),
                        Why.optional(visit -> change(visit, holder.apply(visit)))));
    }

    private Holder client(Visit visit) {
        var client = keys.client(visit);
        return new Holder(
                client.label(),
                client.allowlist(),
                Tab.KEYS.path("client/" + client.id() + "/allow"),
                allowlist -> rooms.clients().allow(client.clientId(), allowlist));
    }

    private Holder key(Visit visit) {
        var key = keys.key(visit);
        return new Holder(
                key.label(),
                key.allowlist(),
                Tab.KEYS.path("key/" + key.id() + "/allow"),
                allowlist -> rooms.keys().allow(visit.visitor().organizationId(), key.id(), allowlist));
    }

    private static Answer show(Visit visit, int status, Holder holder, TypedAllowlist typed, Problems problems) {
        var texts = DeveloperPages.texts(visit);
        return visit.page(
                status,
                "dashboard/developer/allowlist.jte",
                Section.DEVELOPERS,
                texts.get("allowTitle", holder.label()),
                frame -> new Asked(frame, texts, typed.text(), Why.typed(visit), problems, holder.path()));
    }

    private static Answer change(Visit visit, Holder holder) {
        var texts = DeveloperPages.texts(visit);
        var typed = TypedAllowlist.of(visit);
        var problem = typed.problem(texts);
        if (problem.isPresent()) {
            return show(visit, 400, holder, typed, Problems.of(TypedAllowlist.FIELD, problem.get()));
        }
        holder.change().accept(typed.allowlist());
        return visit.goTo(Tab.KEYS.path(), texts.get("allowChanged", holder.label()));
    }

    private static String told(Allowlist allowlist) {
        return allowlist.ranges().isEmpty() ? ANY : String.join(" ", allowlist.texts());
    }

    /// Whose list it is.
    private record Holder(String label, Allowlist allowlist, String path, Consumer<Allowlist> change) {}

    /// The list as it is, or as it was typed.
    public record Asked(Frame frame, Texts texts, String typed, String reason, Problems problems, String action) {}
}
