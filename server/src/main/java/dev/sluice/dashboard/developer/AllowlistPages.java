package dev.sluice.dashboard.developer;

import dev.sluice.auth.Allowlist;
import dev.sluice.auth.Scope;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.FormVersion;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
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

    private final DashboardGuard guard;
    private final DeveloperPages.Modules modules;
    private final KeyPages keys;

    AllowlistPages(DashboardGuard guard, DeveloperPages.Modules modules, KeyPages keys) {
        this.guard = guard;
        this.modules = modules;
        this.keys = keys;
    }

    List<Route> routes() {
        return Stream.of(routes("client", this::client), routes("key", this::key))
                .flatMap(List::stream)
                .toList();
    }

    private List<Route> routes(String kind, Function<PageContext, Holder> holder) {
        var path = Tab.KEYS.path(kind + "/{id}/allow");
        return List.of(
                guard.page(path, Permission.DEVELOP, context -> {
                    var whose = holder.apply(context);
                    var stored = TypedAllowlist.of(whose.allowlist());
                    return show(context, 200, whose, stored, Problems.none(), FormVersion.of(stored.fields()));
                }),
                guard.sensitive(
                        path,
                        Permission.DEVELOP,
                        List.of(TypedAllowlist.FIELD),
                        context -> before(holder.apply(context)),
                        OptionalReason.optional(context -> change(context, path, holder))));
    }

    private Holder client(PageContext context) {
        var client = keys.client(context);
        return new Holder(
                client.label(),
                client.scopes(),
                client.allowlist(),
                Tab.KEYS.path("client/" + client.id() + "/allow"),
                (allowlist, seen) -> modules.clients().allow(client.clientId(), allowlist, seen));
    }

    private Holder key(PageContext context) {
        var key = keys.key(context);
        return new Holder(
                key.label(),
                key.scopes(),
                key.allowlist(),
                Tab.KEYS.path("key/" + key.id() + "/allow"),
                (allowlist, seen) ->
                        modules.keys().allow(context.visitor().organizationId(), key.id(), allowlist, seen));
    }

    private static Answer show(
            PageContext context,
            int status,
            Holder holder,
            TypedAllowlist typed,
            Problems problems,
            FormVersion version) {
        var texts = DeveloperPages.texts(context);
        return context.page(
                status,
                "dashboard/developer/allowlist.jte",
                Section.DEVELOPERS,
                texts.get("allowTitle", holder.label()),
                frame -> new AllowlistForm(
                        frame, texts, typed.text(), OptionalReason.input(context), problems, version, holder.path()));
    }

    private Answer change(PageContext context, String path, Function<PageContext, Holder> holder) {
        var texts = DeveloperPages.texts(context);
        var whose = holder.apply(context);
        var typed = TypedAllowlist.of(context);
        var problem = typed.problem(texts);
        if (problem.isPresent()) {
            var wrong = Problems.of(TypedAllowlist.FIELD, problem.get());
            return show(context, 400, whose, typed, wrong, FormVersion.sent(context));
        }
        return FormVersion.orOvertaken(
                () -> changed(context, whose, typed.allowlist()),
                () -> overtaken(context, path, holder.apply(context), typed));
    }

    private static Answer changed(PageContext context, Holder holder, Allowlist wanted) {
        var version = FormVersion.sent(context);
        var fields = TypedAllowlist.of(wanted).fields();
        holder.change().accept(wanted, stored -> {
            boolean allowed = version.allows(TypedAllowlist.of(stored).fields(), fields);
            if (allowed && Scope.movesMoney(holder.scopes()) && !wanted.isWithin(stored)) {
                requireWidening(context, holder);
            }
            return allowed;
        });
        return context.redirect(Tab.KEYS.path(), DeveloperPages.texts(context).get("allowChanged", holder.label()));
    }

    /// Shows the input with the stored allowlist.
    private Answer overtaken(PageContext context, String path, Holder holder, TypedAllowlist typed) {
        var now = holder.allowlist();
        var stored =
                now.ranges().isEmpty() ? DeveloperPages.texts(context).get("anywhere") : String.join(", ", now.texts());
        var problems = new Problems(
                FormVersion.conflictMessage(context, guard.last(context, path)),
                Map.of(TypedAllowlist.FIELD, FormVersion.stored(context, stored)));
        return show(
                context,
                409,
                holder,
                typed,
                problems,
                FormVersion.of(TypedAllowlist.of(now).fields()));
    }

    /// Refuses a wider allowlist unless the visitor has all the program's scopes. If required, a second person
    /// must also have approved it.
    private static void requireWidening(PageContext context, Holder holder) {
        if (!context.caller().scopes().containsAll(holder.scopes())) {
            throw Refusal.AUTH_SCOPE
                    .refused()
                    .withMessage(DeveloperPages.texts(context).get("allowBeyond"));
        }
        context.requireApproval();
    }

    /// Returns the previous allowlist and its holder, for the audit log and the approver.
    private static Map<String, String> before(Holder holder) {
        return Map.of(
                BEFORE,
                auditText(holder.allowlist()),
                "before.label",
                holder.label(),
                "before.scopes",
                holder.scopes().stream().sorted().map(Scope::wire).collect(Collectors.joining(", ")));
    }

    private static String auditText(Allowlist allowlist) {
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
    /// @param version version of the allowlist that the form was rendered from
    public record AllowlistForm(
            Frame frame,
            Texts texts,
            String typed,
            String reason,
            Problems problems,
            FormVersion version,
            String action) {}
}
