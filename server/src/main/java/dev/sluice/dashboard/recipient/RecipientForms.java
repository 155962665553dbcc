package dev.sluice.dashboard.recipient;

import dev.sluice.client.SluiceException;
import dev.sluice.client.model.Verification;
import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Seen;
import dev.sluice.dashboard.Seen.Difference;
import dev.sluice.dashboard.Unsettled;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Why;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Form of a new or saved recipient. It is sent to itself until it is saved: to show the fields of another currency,
/// and to check the account's name with the bank.
public final class RecipientForms {
    private static final String FIELDS = "fields";
    private static final String VERIFY = "verify";
    private static final String NEW = RecipientPages.LIST + "/new";
    private static final String EDIT = RecipientPages.LIST + "/{id}/edit";

    private final Door door;
    private final Clocks clocks;

    RecipientForms(Door door, Clocks clocks) {
        this.door = door;
        this.clocks = clocks;
    }

    List<Route> routes() {
        return List.of(
                door.page(NEW, Permission.MANAGE_RECIPIENTS, this::fresh),
                door.actionOrQuestion(
                        NEW,
                        Permission.MANAGE_RECIPIENTS,
                        RecipientForms::asks,
                        _ -> Map.of(),
                        visit -> sent(visit, null)),
                door.page(EDIT, Permission.MANAGE_RECIPIENTS, this::stored),
                door.actionOrQuestion(
                        EDIT,
                        Permission.MANAGE_RECIPIENTS,
                        RecipientForms::asks,
                        RecipientForms::before,
                        Why.optional(visit -> sent(visit, id(visit)))));
    }

    /// Returns the stored recipient before a change, by field name, for the audit log.
    static Map<String, String> before(Visit visit) {
        var before = new TreeMap<String, String>();
        RecipientForm.of(visit.client().recipients().get(id(visit)))
                .values()
                .forEach((field, value) -> before.put("before." + field, value));
        return before;
    }

    private static String id(Visit visit) {
        return visit.request().parameter("id");
    }

    private Answer fresh(Visit visit) {
        var wanted = visit.request().query().text("currency").orElse("");
        var typed = RecipientForm.of(visit.request().query());
        var form = Needs.of(visit.client(), wanted, "", visit.locale())
                .map(needs -> typed.in(needs.currency().currency(), needs.ownCountry()))
                .orElse(typed);
        return show(visit, 200, null, form, Problems.none(), null, Seen.sent(visit));
    }

    private Answer stored(Visit visit) {
        var recipient = visit.client().recipients().get(id(visit));
        return show(
                visit,
                200,
                recipient.id(),
                RecipientForm.of(recipient),
                Problems.none(),
                recipient.verification(),
                Seen.of(recipient.updatedAt()));
    }

    private static String step(Visit visit) {
        return visit.form().text("step").orElse("save");
    }

    /// Reports whether the form only asks: for the fields of another currency, or for a name check.
    private static boolean asks(Visit visit) {
        return step(visit).equals(FIELDS) || step(visit).equals(VERIFY);
    }

    private Answer sent(Visit visit, @Nullable String id) {
        var form = typed(visit);
        return switch (step(visit)) {
            case FIELDS -> show(visit, id, inShownCurrency(visit, id, form), Problems.none(), null);
            case VERIFY -> verify(visit, id, form);
            default -> save(visit, id, form);
        };
    }

    /// Returns the input. After a change of the currency, fields that only the previous one requires are dropped.
    private static RecipientForm typed(Visit visit) {
        var form = RecipientForm.of(visit.form());
        boolean changed = visit.form()
                .text("shown")
                .filter(shown -> !shown.equals(form.currency()))
                .isPresent();
        return changed
                ? needs(visit, form.currency()).map(needs -> needs.asked(form)).orElse(form)
                : form;
    }

    /// Adapts the form to a changed currency: it gets the new currency's country. If the currency is again that of
    /// the saved recipient, the stored values return, because an earlier change has dropped them.
    private static RecipientForm inShownCurrency(Visit visit, @Nullable String id, RecipientForm form) {
        boolean same =
                visit.form().text("shown").filter(form.currency()::equals).isPresent();
        if (same) {
            return form;
        }
        if (id != null) {
            var stored = RecipientForm.of(visit.client().recipients().get(id));
            if (stored.currency().equals(form.currency())) {
                return form.in(form.currency(), stored.country()).orAccountOf(stored);
            }
        }
        return needs(visit, form.currency())
                .map(needs -> form.in(form.currency(), needs.ownCountry()))
                .orElse(form);
    }

    private Answer verify(Visit visit, @Nullable String id, RecipientForm form) {
        try {
            return show(
                    visit,
                    id,
                    form,
                    Problems.none(),
                    visit.client().recipients().verify(form.bank()));
        } catch (SluiceException refused) {
            return show(visit, id, form, Problems.of(refused), null);
        }
    }

    private Answer save(Visit visit, @Nullable String id, RecipientForm form) {
        return id == null
                ? saved(visit, null, form)
                : Seen.orOvertaken(() -> saved(visit, id, form), () -> overtaken(visit, id, form));
    }

    private Answer saved(Visit visit, @Nullable String id, RecipientForm form) {
        var texts = visit.texts(RecipientPages.BUNDLE);
        try {
            var recipients = visit.client(visit.formKey(), Seen.sent(visit)).recipients();
            var saved = id == null ? recipients.create(form.details()) : recipients.update(id, form.details());
            visit.note(saved.id());
            return visit.goTo(RecipientPages.LIST + "/" + saved.id(), texts.get(id == null ? "created" : "changed"));
        } catch (SluiceException refused) {
            if (refused.status() == 404 || Seen.isOvertaken(refused) || Unsettled.is(visit, refused)) {
                throw refused;
            }
            return show(visit, id, form, Problems.of(refused), null);
        }
    }

    /// Shows the input with the stored values that differ, so that a second save overwrites them knowingly.
    private Answer overtaken(Visit visit, String id, RecipientForm form) {
        var texts = visit.texts(RecipientPages.BUNDLE);
        var now = visit.client().recipients().get(id);
        var problems = Seen.problems(
                visit,
                door.last(visit, EDIT),
                Difference.between(form.values(), RecipientForm.of(now).values()),
                needs(visit, form.currency()).map(needs -> needs.marked(form)).orElse(Set.of()),
                texts::get);
        return show(visit, 409, id, form, problems, null, Seen.of(now.updatedAt()));
    }

    /// Returns the fields of the form's currency. A saved recipient keeps a currency that no rail pays out any
    /// more.
    private static Optional<Needs> needs(Visit visit, String currency) {
        return Needs.of(visit.client(), currency, currency, visit.locale());
    }

    /// Shows the form as it was sent.
    private Answer show(
            Visit visit,
            @Nullable String id,
            RecipientForm form,
            Problems problems,
            @Nullable Verification verification) {
        return show(visit, problems.isEmpty() ? 200 : 400, id, form, problems, verification, Seen.sent(visit));
    }

    private Answer show(
            Visit visit,
            int status,
            @Nullable String id,
            RecipientForm form,
            Problems problems,
            @Nullable Verification verification,
            Seen seen) {
        var texts = visit.texts(RecipientPages.BUNDLE);
        var offered = Needs.of(visit.client(), form.currency(), id == null ? "" : form.currency(), visit.locale());
        if (offered.isEmpty()) {
            return Unserved.page(visit, status, null);
        }
        var needs = offered.get();
        var key = clocks.newId().toString();
        return visit.page(
                status,
                "dashboard/recipient/form.jte",
                Section.RECIPIENTS,
                texts.get(id == null ? "newTitle" : "editTitle"),
                frame -> new Form(
                        frame,
                        texts,
                        id,
                        form,
                        needs,
                        problems.shownAt(needs.marked(form)),
                        verification,
                        key,
                        seen,
                        Why.typed(visit)));
    }

    /// Page with the form.
    ///
    /// @param id id of a saved recipient; null for a new one
    /// @param formKey idempotency key of the form
    /// @param seen version of the saved recipient that the form was rendered from
    public record Form(
            Frame frame,
            Texts texts,
            @Nullable String id,
            RecipientForm form,
            Needs needs,
            Problems problems,
            @Nullable Verification verification,
            String formKey,
            Seen seen,
            String why) {
        public String action() {
            return id == null ? NEW : EDIT.replace("{id}", id);
        }
    }
}
