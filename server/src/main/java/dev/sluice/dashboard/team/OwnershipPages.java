package dev.sluice.dashboard.team;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Role;
import dev.sluice.ownership.OwnerChange;
import dev.sluice.ownership.OwnerChangeResult;
import dev.sluice.ownership.OwnerChangeTexts;
import dev.sluice.ownership.OwnerDecisions;
import dev.sluice.ownership.OwnerDecisions.Listed;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refusal;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Operators' pending changes to the organization's owners and their access. Owners object to them here.
public final class OwnershipPages {
    private static final String PATH = "/dashboard/ownership";

    private final DashboardGuard guard;
    private final OwnerDecisions decisions;

    public OwnershipPages(DashboardGuard guard, OwnerDecisions decisions) {
        this.guard = guard;
        this.decisions = decisions;
    }

    public List<Route> routes() {
        return List.of(
                guard.page(PATH, Permission.MANAGE_TEAM, context -> show(context, 200, Problems.none())),
                guard.action(PATH + "/{id}/object", Permission.MANAGE_TEAM, this::object));
    }

    private Answer show(PageContext context, int status, Problems problems) {
        var texts = context.texts(OwnerChangeTexts.BUNDLE);
        var user = context.visitor().user();
        if (user.role() == Role.OWNER) {
            decisions.recordView(user);
        }
        return context.page(
                status,
                "dashboard/team/ownership.jte",
                Section.TEAM,
                texts.get("title"),
                frame -> new Ownership(
                        frame,
                        texts,
                        context.formats(),
                        problems,
                        decisions.list(user.organizationId()),
                        user.role() == Role.OWNER ? user.id() : null));
    }

    private Answer object(PageContext context) {
        var texts = context.texts(OwnerChangeTexts.BUNDLE);
        var id = context.request().id("id", Refusal.NOT_FOUND);
        var reason = OptionalReason.input(context);
        context.form().findings().throwIfAny();
        if (reason.isEmpty() || reason.length() > OptionalReason.LENGTH_MAX) {
            var text = texts.get("reasonWanted", OptionalReason.LENGTH_MAX);
            return show(context, 400, Problems.of(field(id), text).withInput(field(id), reason));
        }
        var result = decisions.object(context.visitor().user(), id, reason);
        return switch (result) {
            case DONE -> context.redirect(PATH, texts.get("objected"));
            case NOT_FOUND -> throw Refusal.NOT_FOUND.refused();
            case NOT_PENDING,
                    TAMPERED,
                    OWN_REQUEST,
                    ALREADY_DECIDED,
                    ALREADY_NOTIFIED,
                    TOO_EARLY,
                    TOO_NEW,
                    TOO_RECENT,
                    OTHER_OPERATORS,
                    NOT_ENTITLED,
                    EMAIL_TAKEN,
                    PERSON_NOT_FOUND,
                    TOO_MANY,
                    NOT_READY -> show(context, 409, Problems.general(texts.get("result." + result)));
        };
    }

    /// Returns the id of the reason field in the form about one change.
    static String field(UUID id) {
        return "reason-" + id;
    }

    /// Model of the page.
    ///
    /// @param owner the visitor, if they are an owner
    public record Ownership(
            Frame frame,
            Texts texts,
            Formats formats,
            Problems problems,
            List<Listed> rows,
            @Nullable UUID owner) {
        /// Reports whether the visitor can object to a change.
        public boolean canObject(OwnerChange change) {
            return owner != null && change.state().objection(owner) == OwnerChangeResult.DONE;
        }

        public String field(OwnerChange change) {
            return OwnershipPages.field(change.request().id());
        }
    }
}
