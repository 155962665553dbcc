package dev.sluice.dashboard;

import dev.sluice.change.ChangeRequest;
import dev.sluice.change.ChangeRequests;
import dev.sluice.change.ChangeState;
import dev.sluice.change.DualControl;
import dev.sluice.change.OwnerMail;
import dev.sluice.change.ProposedChange;
import dev.sluice.client.SluiceException;
import dev.sluice.client.model.ErrorCodes;
import dev.sluice.http.Answer;
import dev.sluice.http.Excerpt;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.signin.SessionOver;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Forms that may change permissions. Under dual control, a form that widens permissions becomes a change request.
/// After a second person approves it, the form is sent again and carried out. The owners get a mail about the change.
public final class SensitiveForms {
    /// Page of the change requests.
    public static final String PATH = DashboardGuard.HOME + "/changes";

    /// Fields that are not part of the change: the CSRF token, the idempotency key, the version of the resource,
    /// and the reason. The language of numbers is omitted as well, because numbers are stored in canonical form.
    private static final Set<String> BESIDES = Set.of(
            CsrfCheck.TOKEN,
            UnknownOutcomePage.SENT_BEFORE,
            PageContext.FORM_KEY,
            PageContext.FORM_LANGUAGE,
            FormVersion.FIELD,
            OptionalReason.FIELD);

    /// Suffix of the name of a field that may have several values.
    private static final String LIST = "*";

    private static final int ERRORS = 400;
    private static final Logger LOG = LoggerFactory.getLogger(SensitiveForms.class);

    private final ChangeRequests requests;
    private final DualControl dualControl;
    private final OwnerMail owners;
    private final Supplier<Instant> now;

    /// @param now real time
    public SensitiveForms(ChangeRequests requests, DualControl dualControl, OwnerMail owners, Supplier<Instant> now) {
        this.requests = requests;
        this.dualControl = dualControl;
        this.owners = owners;
        this.now = now;
    }

    DualControl dualControl() {
        return dualControl;
    }

    /// Runs a form, with its approval if there is one.
    Answer done(PageContext context, Form form, Form.AuditData auditData, Supplier<Answer> work) {
        var template = form.template();
        boolean decidable = form.fields() != null
                && dualControl.isOn(context.visitor().user().organizationId());
        if (!decidable) {
            var answer = work.get();
            if (answer.status() < ERRORS) {
                mailOwners(context, template, auditData, Optional.empty());
            }
            return answer;
        }
        var proposed = proposed(context, form, auditData);
        var taken = requests.consumeApproval(proposed);
        taken.ifPresent(request -> context.approved(request.id()));
        try {
            var answer = work.get();
            if (answer.status() >= ERRORS) {
                taken.ifPresent(requests::giveBack);
            } else {
                mailOwners(context, template, auditData, taken);
            }
            return answer;
        } catch (Refused | SluiceException refused) {
            if (!UnknownOutcomePage.is(context, refused)) {
                taken.ifPresent(requests::giveBack);
            }
            if (isApprovalRequired(refused)) {
                return asked(context, requests.askByForm(proposed));
            }
            throw refused;
        } catch (IllegalArgumentException | Forbidden | SessionOver refused) {
            taken.ifPresent(requests::giveBack);
            throw refused;
        }
    }

    /// Reports whether a refusal is due to the missing approval of a second person.
    public static boolean isApprovalRequired(RuntimeException refused) {
        return switch (refused) {
            case Refused own -> own.refusal() == Refusal.APPROVAL_REQUIRED;
            case SluiceException answered -> answered.code().equals(ErrorCodes.APPROVAL_REQUIRED);
            default -> false;
        };
    }

    /// Sends the mail. A failure to store the mail does not undo the change.
    private void mailOwners(
            PageContext context, String template, Form.AuditData auditData, Optional<ChangeRequest> approved) {
        try {
            owners.send(completedChange(context, template, auditData, approved));
        } catch (RuntimeException failed) {
            LOG.error("mail to owners not queued: {}", template, failed);
        }
    }

    private OwnerMail.CompletedChange completedChange(
            PageContext context, String template, Form.AuditData auditData, Optional<ChangeRequest> approved) {
        var by = context.visitor().user();
        var values = new TreeMap<>(auditData.fields());
        values.keySet().removeIf(field -> BESIDES.contains(field) && !field.equals(OptionalReason.FIELD));
        values.putAll(auditData.before());
        // Merchants may not see the network address of an operator.
        var from =
                auditData.organization().isPresent() ? "–" : context.request().remoteAddress();
        return new OwnerMail.CompletedChange(
                auditData.organization().orElse(by.organizationId()),
                by.name() + " (" + by.email() + ")",
                AuditEntries.action(template),
                values,
                now.get(),
                from,
                approved,
                AuditEntries.isOnesOwn(template) ? by.id() : null);
    }

    private static Answer asked(PageContext context, ChangeRequest request) {
        boolean done = request.state() instanceof ChangeState.CarriedOut;
        return context.redirect(PATH + "/" + request.id(), context.common().get(done ? "changeDone" : "changeAsked"));
    }

    private static ProposedChange proposed(PageContext context, Form form, Form.AuditData auditData) {
        var user = context.visitor().user();
        var request = context.request();
        return new ProposedChange(
                user.organizationId(),
                new ProposedChange.Requester(user.id(), user.name(), null),
                AuditEntries.action(form.template()),
                request.pathParameters().values().stream()
                        .reduce((_, last) -> last)
                        .orElse(null),
                request.path(),
                fields(context, Objects.requireNonNull(form.fields())),
                new TreeMap<>(auditData.before()),
                Excerpt.of(OptionalReason.input(context), OptionalReason.LENGTH_MAX));
    }

    /// Returns all fields of the form, including empty ones, so that nothing relevant is hidden from the approver.
    private static List<ProposedChange.Field> fields(PageContext context, List<String> names) {
        var sent = context.form().each();
        var known = names.stream().map(SensitiveForms::name).toList();
        boolean strange = sent.keySet().stream().anyMatch(name -> !known.contains(name) && !BESIDES.contains(name));
        var fields = new ArrayList<ProposedChange.Field>();
        for (var each : names) {
            var values = sent.getOrDefault(name(each), List.of(""));
            strange |= values.size() > 1 && !each.endsWith(LIST);
            values.forEach(value -> fields.add(new ProposedChange.Field(name(each), value)));
        }
        if (strange) {
            throw new Forbidden(Forbidden.STRANGE_FORM);
        }
        return fields;
    }

    private static String name(String declared) {
        return declared.endsWith(LIST) ? declared.substring(0, declared.length() - LIST.length()) : declared;
    }
}
