package dev.sluice.dashboard;

import dev.sluice.change.ChangeRequest;
import dev.sluice.change.ChangeRequests;
import dev.sluice.change.ChangeState;
import dev.sluice.change.DualControl;
import dev.sluice.change.OwnerMail;
import dev.sluice.change.Wish;
import dev.sluice.client.SluiceException;
import dev.sluice.client.model.ErrorCodes;
import dev.sluice.http.Answer;
import dev.sluice.http.Excerpt;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Forms that may change who may do what. One that widens that, in an organization under dual control, becomes a change
/// request; sent again after a second person approved it, it is carried out. Owners get a mail of what was done.
public final class SensitiveForms {
    /// Page of the change requests.
    public static final String PATH = Door.HOME + "/changes";

    /// Fields that say nothing of the change: what proves the form to be ours, the key under which it is done,
    /// the state of the thing when its form was shown, which stands in `before`, the reason, and the language of
    /// its numbers, which are kept as programs write them.
    private static final Set<String> BESIDES =
            Set.of(OwnForm.TOKEN, Unsettled.SENT_BEFORE, Visit.FORM_KEY, Visit.FORM_LANGUAGE, Seen.FIELD, Why.FIELD);

    private static final int ERRORS = 400;

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

    /// Does what a form does, with the approval that there may be for it.
    Answer done(Visit visit, String template, Form.Told told, Supplier<Answer> work) {
        var wish = wish(visit, template, told);
        var taken = dualControl.isOn(wish.organizationId()) ? requests.take(wish) : Optional.<ChangeRequest>empty();
        taken.ifPresent(request -> visit.approved(request.id()));
        try {
            var answer = work.get();
            if (answer.status() >= ERRORS) {
                taken.ifPresent(requests::giveBack);
            } else {
                owners.tell(news(visit, template, told, taken), visit.language());
            }
            return answer;
        } catch (Refused | SluiceException refused) {
            if (!Unsettled.is(visit, refused)) {
                taken.ifPresent(requests::giveBack);
            }
            if (isApprovalRequired(refused)) {
                return asked(visit, requests.ask(wish));
            }
            throw refused;
        }
    }

    /// Reports whether something was refused because a second person has not approved it.
    public static boolean isApprovalRequired(RuntimeException refused) {
        return switch (refused) {
            case Refused own -> own.refusal() == Refusal.APPROVAL_REQUIRED;
            case SluiceException answered -> answered.code().equals(ErrorCodes.APPROVAL_REQUIRED);
            default -> false;
        };
    }

    private OwnerMail.News news(Visit visit, String template, Form.Told told, Optional<ChangeRequest> approved) {
        var by = visit.visitor().user();
        var values = new TreeMap<>(told.given());
        values.putAll(told.before());
        // The address of an operator is no merchant's business.
        var from = told.organization().isPresent() ? "–" : visit.request().remoteAddress();
        return new OwnerMail.News(
                told.organization().orElse(by.organizationId()),
                by.name() + " (" + by.email() + ")",
                Deeds.action(template),
                values,
                visit.look().time(now.get()),
                from,
                approved,
                Deeds.isOnesOwn(template) ? by.id() : null);
    }

    private static Answer asked(Visit visit, ChangeRequest request) {
        boolean done = request.state() instanceof ChangeState.CarriedOut;
        return visit.goTo(PATH + "/" + request.id(), visit.common().get(done ? "changeDone" : "changeAsked"));
    }

    private static Wish wish(Visit visit, String template, Form.Told told) {
        var user = visit.visitor().user();
        var request = visit.request();
        var fields = visit.form().each().entrySet().stream()
                .filter(each -> !BESIDES.contains(each.getKey()))
                .flatMap(each -> each.getValue().stream().map(value -> new Wish.Field(each.getKey(), value)))
                .toList();
        return new Wish(
                user.organizationId(),
                new Wish.Requester(user.id(), user.name(), null),
                Deeds.action(template),
                request.pathParameters().values().stream()
                        .reduce((_, last) -> last)
                        .orElse(null),
                request.path(),
                List.copyOf(fields),
                new TreeMap<>(told.before()),
                Excerpt.of(Why.typed(visit), Why.LENGTH_MAX));
    }
}
