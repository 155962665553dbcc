package dev.sluice.dashboard;

import dev.sluice.client.NoAnswerException;
import dev.sluice.client.SluiceException;
import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.signin.SessionOver;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A form that was sent, and nobody knows whether it was done: the service lost it out of sight, or is at work on it.
/// It is shown as it was sent, under the key that it had, so that sending it again does it once only. A form that is
/// filled in anew has a key of its own and would do it a second time.
///
/// @param action where it is sent
/// @param look the page that shows what came of it
/// @param fields what was sent, but for what proves the form to be ours
/// @param number of the request, which leads an operator to the log
public record Unsettled(Frame frame, String action, String look, List<Field> fields, String number) {
    /// The field that says that a form was sent before. What is refused before its key is looked up settles nothing
    /// then.
    static final String SENT_BEFORE = "formSentBefore";

    private static final Set<String> OF_EACH_PAGE = Set.of(OwnForm.TOKEN, SENT_BEFORE);
    private static final int PATH_PARTS_MAX = 12;
    private static final int ERRORS = 400;

    private static final Logger LOG = LoggerFactory.getLogger(Unsettled.class);

    public Unsettled {
        fields = List.copyOf(fields);
    }

    /// A value that was sent.
    public record Field(String name, String value) {}

    /// Whether what failed leaves open what became of a form. Who catches it to show the form anew throws such on.
    public static boolean is(Visit visit, RuntimeException failed) {
        return switch (failed) {
            case Forbidden _, SessionOver _ -> false;
            case NoAnswerException _ -> true;
            case SluiceException refused -> visit.form().text(SENT_BEFORE).isPresent() && !refused.settles();
            case Refused refused -> isOpen(refused.refusal());
            default -> true;
        };
    }

    private static boolean isOpen(Refusal refusal) {
        return refusal == Refusal.IDEMPOTENCY_IN_PROGRESS || !refusal.hasNoEffect();
    }

    /// Does what a form is for, or shows that nobody knows whether it was done.
    static Answer told(Visit visit, Supplier<Answer> work) {
        try {
            return work.get();
        } catch (RuntimeException failed) {
            if (visit.form().text(Visit.FORM_KEY).isEmpty() || !is(visit, failed)) {
                throw failed;
            }
            var request = visit.request();
            if (!(failed instanceof SluiceException || failed instanceof Refused)) {
                LOG.error("page {} {} {} failed", request.id(), request.method(), request.path(), failed);
            }
            int status = Failures.statusOf(failed);
            return visit.plainPage(
                    status < ERRORS ? Refusal.UNAVAILABLE.status() : status,
                    "dashboard/unsettled.jte",
                    visit.common().get("unsettledTitle"),
                    frame -> new Unsettled(frame, request.path(), look(request.path()), sent(visit), request.id()));
        }
    }

    /// What was sent, as it was typed: numbers are read in the language of the form again.
    private static List<Field> sent(Visit visit) {
        return visit.request().form().each().entrySet().stream()
                .filter(each -> !OF_EACH_PAGE.contains(each.getKey()))
                .flatMap(each -> each.getValue().stream().map(value -> new Field(each.getKey(), value)))
                .toList();
    }

    /// Where it is seen what came of a form: on the page of the menu that it is sent to, or above what it is sent to.
    private static String look(String path) {
        return Stream.of(Section.values()).map(Section::path).anyMatch(path::equals) ? path : above(path);
    }

    /// What a form belongs to, or the list that it adds to: `/dashboard/deposits/7` of its refund.
    private static String above(String path) {
        int last = path.lastIndexOf('/');
        return last > Door.HOME.length() ? path.substring(0, last) : path;
    }

    /// The page that a form was sent to, or the next thing above what was asked for that is a page; nothing
    /// where that is the first page.
    static Optional<String> pageAbove(Request request, Predicate<String> isPage) {
        var path = request.path();
        return Stream.iterate(
                        request.method() == Method.GET ? above(path) : path,
                        each -> each.startsWith(Door.HOME + "/"),
                        Unsettled::above)
                .limit(PATH_PARTS_MAX)
                .filter(isPage)
                .findFirst();
    }
}
