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
    public static final String PATH = Door.HOME + "/changes";

    /// Fields that are not part of the change: the CSRF token, the idempotency key, the version of the resource,
    /// and the reason. The language of numbers is omitted as well, because numbers are stored in canonical form.
    private static final Set<String> BESIDES =
            Set.of(OwnForm.TOKEN, Unsettled.SENT_BEFORE, Visit.FORM_KEY, Visit.FORM_LANGUAGE, Seen.FIELD, Why.FIELD);

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
    Answer done(Visit visit, Form form, Form.Told told, Supplier<Answer> work) {
        var template = form.template();
        boolean decidable =
                form.fields() != null && dualControl.isOn(visit.visitor().user().organizationId());
        if (!decidable) {
            var answer = work.get();
            if (answer.status() < ERRORS) {
                tell(visit, template, told, Optional.empty());
            }
            return answer;
        }
        var wish = wish(visit, form, told);
        var taken = requests.take(wish);
        taken.ifPresent(request -> visit.approved(request.id()));
        try {
            var answer = work.get();
            if (answer.status() >= ERRORS) {
                taken.ifPresent(requests::giveBack);
            } else {
                tell(visit, template, told, taken);
            }
            return answer;
        } catch (Refused | SluiceException refused) {
            if (!Unsettled.is(visit, refused)) {
                taken.ifPresent(requests::giveBack);
            }
            if (isApprovalRequired(refused)) {
                return asked(visit, requests.askByForm(wish));
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
    private void tell(Visit visit, String template, Form.Told told, Optional<ChangeRequest> approved) {
        try {
            owners.tell(news(visit, template, told, approved));
        } catch (RuntimeException failed) {
            LOG.error("owners are not told of {}", template, failed);
        }
    }

    private OwnerMail.News news(Visit visit, String template, Form.Told told, Optional<ChangeRequest> approved) {
        var by = visit.visitor().user();
        var values = new TreeMap<>(told.given());
        values.keySet().removeIf(field -> BESIDES.contains(field) && !field.equals(Why.FIELD));
        values.putAll(told.before());
        // Merchants may not see the network address of an operator.
        var from = told.organization().isPresent() ? "–" : visit.request().remoteAddress();
        return new OwnerMail.News(
                told.organization().orElse(by.organizationId()),
                by.name() + " (" + by.email() + ")",
                Deeds.action(template),
                values,
                now.get(),
                from,
                approved,
                Deeds.isOnesOwn(template) ? by.id() : null);
    }

    private static Answer asked(Visit visit, ChangeRequest request) {
        boolean done = request.state() instanceof ChangeState.CarriedOut;
        return visit.goTo(PATH + "/" + request.id(), visit.common().get(done ? "changeDone" : "changeAsked"));
    }

    private static ProposedChange wish(Visit visit, Form form, Form.Told told) {
        var user = visit.visitor().user();
        var request = visit.request();
        return new ProposedChange(
                user.organizationId(),
                new ProposedChange.Requester(user.id(), user.name(), null),
                Deeds.action(form.template()),
                request.pathParameters().values().stream()
                        .reduce((_, last) -> last)
                        .orElse(null),
                request.path(),
                fields(visit, Objects.requireNonNull(form.fields())),
                new TreeMap<>(told.before()),
                Excerpt.of(Why.typed(visit), Why.LENGTH_MAX));
    }

    /// Returns all fields of the form, including empty ones, so that nothing relevant is hidden from the approver.
    private static List<ProposedChange.Field> fields(Visit visit, List<String> names) {
        var sent = visit.form().each();
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
