package dev.sluice.dashboard.team;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Why;
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

    private final Door door;
    private final OwnerDecisions decisions;

    public OwnershipPages(Door door, OwnerDecisions decisions) {
        this.door = door;
        this.decisions = decisions;
    }

    public List<Route> routes() {
        return List.of(
                door.page(PATH, Permission.MANAGE_TEAM, visit -> show(visit, 200, Problems.none())),
                door.action(PATH + "/{id}/object", Permission.MANAGE_TEAM, this::object));
    }

    private Answer show(Visit visit, int status, Problems problems) {
        var texts = visit.texts(OwnerChangeTexts.BUNDLE);
        var user = visit.visitor().user();
        if (user.role() == Role.OWNER) {
            decisions.seen(user);
        }
        return visit.page(
                status,
                "dashboard/team/ownership.jte",
                Section.TEAM,
                texts.get("title"),
                frame -> new Ownership(
                        frame,
                        texts,
                        visit.look(),
                        problems,
                        decisions.list(user.organizationId()),
                        user.role() == Role.OWNER ? user.id() : null));
    }

    private Answer object(Visit visit) {
        var texts = visit.texts(OwnerChangeTexts.BUNDLE);
        var id = visit.request().id("id", Refusal.NOT_FOUND);
        var reason = Why.typed(visit);
        visit.form().findings().throwIfAny();
        if (reason.isEmpty() || reason.length() > Why.LENGTH_MAX) {
            var text = texts.get("reasonWanted", Why.LENGTH_MAX);
            return show(visit, 400, Problems.of(field(id), text).keeping(field(id), reason));
        }
        var verdict = decisions.object(visit.visitor().user(), id, reason);
        return switch (verdict) {
            case DONE -> visit.goTo(PATH, texts.get("objected"));
            case NOT_FOUND -> throw Refusal.NOT_FOUND.refused();
            case NOT_PENDING,
                    TAMPERED,
                    OWN_REQUEST,
                    ALREADY,
                    TOLD,
                    TOO_EARLY,
                    TOO_NEW,
                    NOT_YET,
                    NOT_ALONE,
                    NOT_ENTITLED,
                    TAKEN,
                    NO_PERSON,
                    TOO_MANY,
                    NOT_READY -> show(visit, 409, Problems.whole(texts.get("verdict." + verdict)));
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
            Look look,
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
