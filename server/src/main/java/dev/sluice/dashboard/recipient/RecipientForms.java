package dev.sluice.dashboard.recipient;

import dev.sluice.client.SluiceException;
import dev.sluice.client.model.Verification;
import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.FormVersion;
import dev.sluice.dashboard.FormVersion.Difference;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.UnknownOutcomePage;
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

    private final DashboardGuard guard;
    private final Clocks clocks;

    RecipientForms(DashboardGuard guard, Clocks clocks) {
        this.guard = guard;
        this.clocks = clocks;
    }

    List<Route> routes() {
        return List.of(
                guard.page(NEW, Permission.MANAGE_RECIPIENTS, this::fresh),
                guard.actionOrQuestion(
                        NEW,
                        Permission.MANAGE_RECIPIENTS,
                        RecipientForms::asks,
                        _ -> Map.of(),
                        context -> sent(context, null)),
                guard.page(EDIT, Permission.MANAGE_RECIPIENTS, this::stored),
                guard.actionOrQuestion(
                        EDIT,
                        Permission.MANAGE_RECIPIENTS,
                        RecipientForms::asks,
                        RecipientForms::before,
                        OptionalReason.optional(context -> sent(context, id(context)))));
    }

    /// Returns the stored recipient before a change, by field name, for the audit log.
    static Map<String, String> before(PageContext context) {
        var before = new TreeMap<String, String>();
        RecipientForm.of(context.client().recipients().get(id(context)))
                .values()
                .forEach((field, value) -> before.put("before." + field, value));
        return before;
    }

    private static String id(PageContext context) {
        return context.request().parameter("id");
    }

    private Answer fresh(PageContext context) {
        var wanted = context.request().query().text("currency").orElse("");
        var typed = RecipientForm.of(context.request().query());
        var form = Needs.of(context.client(), wanted, "", context.locale())
                .map(needs -> typed.in(needs.currency().currency(), needs.ownCountry()))
                .orElse(typed);
        return show(context, 200, null, form, Problems.none(), null, FormVersion.sent(context));
    }

    private Answer stored(PageContext context) {
        var recipient = context.client().recipients().get(id(context));
        return show(
                context,
                200,
                recipient.id(),
                RecipientForm.of(recipient),
                Problems.none(),
                recipient.verification(),
                FormVersion.of(recipient.updatedAt()));
    }

    private static String step(PageContext context) {
        return context.form().text("step").orElse("save");
    }

    /// Reports whether the form only asks: for the fields of another currency, or for a name check.
    private static boolean asks(PageContext context) {
        return step(context).equals(FIELDS) || step(context).equals(VERIFY);
    }

    private Answer sent(PageContext context, @Nullable String id) {
        var form = typed(context);
        return switch (step(context)) {
            case FIELDS -> show(context, id, inShownCurrency(context, id, form), Problems.none(), null);
            case VERIFY -> verify(context, id, form);
            default -> save(context, id, form);
        };
    }

    /// Returns the input. After a change of the currency, fields that only the previous one requires are dropped.
    private static RecipientForm typed(PageContext context) {
        var form = RecipientForm.of(context.form());
        boolean changed = context.form()
                .text("shown")
                .filter(shown -> !shown.equals(form.currency()))
                .isPresent();
        return changed
                ? needs(context, form.currency())
                        .map(needs -> needs.required(form))
                        .orElse(form)
                : form;
    }

    /// Adapts the form to a changed currency: it gets the new currency's country. If the currency is again that of
    /// the saved recipient, the stored values return, because an earlier change has dropped them.
    private static RecipientForm inShownCurrency(PageContext context, @Nullable String id, RecipientForm form) {
        boolean same =
                context.form().text("shown").filter(form.currency()::equals).isPresent();
        if (same) {
            return form;
        }
        if (id != null) {
            var stored = RecipientForm.of(context.client().recipients().get(id));
            if (stored.currency().equals(form.currency())) {
                return form.in(form.currency(), stored.country()).orAccountOf(stored);
            }
        }
        return needs(context, form.currency())
                .map(needs -> form.in(form.currency(), needs.ownCountry()))
                .orElse(form);
    }

    private Answer verify(PageContext context, @Nullable String id, RecipientForm form) {
        try {
            return show(
                    context,
                    id,
                    form,
                    Problems.none(),
                    context.client().recipients().verify(form.bank()));
        } catch (SluiceException refused) {
            return show(context, id, form, Problems.of(refused), null);
        }
    }

    private Answer save(PageContext context, @Nullable String id, RecipientForm form) {
        return id == null
                ? saved(context, null, form)
                : FormVersion.orOvertaken(() -> saved(context, id, form), () -> overtaken(context, id, form));
    }

    private Answer saved(PageContext context, @Nullable String id, RecipientForm form) {
        var texts = context.texts(RecipientPages.BUNDLE);
        try {
            var recipients =
                    context.client(context.formKey(), FormVersion.sent(context)).recipients();
            var saved = id == null ? recipients.create(form.details()) : recipients.update(id, form.details());
            context.recordCreated(saved.id());
            return context.redirect(
                    RecipientPages.LIST + "/" + saved.id(), texts.get(id == null ? "created" : "changed"));
        } catch (SluiceException refused) {
            if (refused.status() == 404
                    || FormVersion.isOvertaken(refused)
                    || UnknownOutcomePage.is(context, refused)) {
                throw refused;
            }
            return show(context, id, form, Problems.of(refused), null);
        }
    }

    /// Shows the input with the stored values that differ, so that a second save overwrites them knowingly.
    private Answer overtaken(PageContext context, String id, RecipientForm form) {
        var texts = context.texts(RecipientPages.BUNDLE);
        var now = context.client().recipients().get(id);
        var problems = FormVersion.problems(
                context,
                guard.last(context, EDIT),
                Difference.between(form.values(), RecipientForm.of(now).values()),
                needs(context, form.currency()).map(needs -> needs.marked(form)).orElse(Set.of()),
                texts::get);
        return show(context, 409, id, form, problems, null, FormVersion.of(now.updatedAt()));
    }

    /// Returns the fields of the form's currency. A saved recipient keeps a currency that no rail pays out any
    /// more.
    private static Optional<Needs> needs(PageContext context, String currency) {
        return Needs.of(context.client(), currency, currency, context.locale());
    }

    /// Shows the form as it was sent.
    private Answer show(
            PageContext context,
            @Nullable String id,
            RecipientForm form,
            Problems problems,
            @Nullable Verification verification) {
        return show(
                context, problems.isEmpty() ? 200 : 400, id, form, problems, verification, FormVersion.sent(context));
    }

    private Answer show(
            PageContext context,
            int status,
            @Nullable String id,
            RecipientForm form,
            Problems problems,
            @Nullable Verification verification,
            FormVersion version) {
        var texts = context.texts(RecipientPages.BUNDLE);
        var offered = Needs.of(context.client(), form.currency(), id == null ? "" : form.currency(), context.locale());
        if (offered.isEmpty()) {
            return Unserved.page(context, status, null);
        }
        var needs = offered.get();
        var key = clocks.newId().toString();
        return context.page(
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
                        version,
                        OptionalReason.input(context)));
    }

    /// Page with the form.
    ///
    /// @param id id of a saved recipient; null for a new one
    /// @param formKey idempotency key of the form
    /// @param version version of the saved recipient that the form was rendered from
    public record Form(
            Frame frame,
            Texts texts,
            @Nullable String id,
            RecipientForm form,
            Needs needs,
            Problems problems,
            @Nullable Verification verification,
            String formKey,
            FormVersion version,
            String reason) {
        public String action() {
            return id == null ? NEW : EDIT.replace("{id}", id);
        }
    }
}
