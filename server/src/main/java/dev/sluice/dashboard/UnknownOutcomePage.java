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

/// Page of a form with an unknown outcome: the service did not answer, or is still processing it. The page contains
/// the form's input under its original idempotency key, so that sending it again has an effect only once. A newly
/// filled form has a new key and would repeat the action.
///
/// @param action path to which the form is sent
/// @param outcomePath path of the page that shows the outcome
/// @param fields input of the form without the CSRF token
/// @param number id of the request, which an operator can find in the log
public record UnknownOutcomePage(Frame frame, String action, String outcomePath, List<Field> fields, String number) {
    /// Field that marks a form as sent before. For such a form, a refusal before the look-up of its key does not
    /// settle the outcome.
    static final String SENT_BEFORE = "formSentBefore";

    private static final Set<String> OF_EACH_PAGE = Set.of(CsrfCheck.TOKEN, SENT_BEFORE);
    private static final int PATH_PARTS_MAX = 12;
    private static final int ERRORS = 400;

    private static final Logger LOG = LoggerFactory.getLogger(UnknownOutcomePage.class);

    public UnknownOutcomePage {
        fields = List.copyOf(fields);
    }

    /// Value of a sent field.
    public record Field(String name, String value) {}

    /// Reports whether a failure leaves the outcome of a form unknown. Handlers that show the form again must
    /// rethrow those.
    public static boolean is(PageContext context, RuntimeException failed) {
        return switch (failed) {
            case Forbidden _, SessionOver _ -> false;
            case NoAnswerException _ -> true;
            case SluiceException refused -> context.form().text(SENT_BEFORE).isPresent() && !refused.settles();
            case Refused refused -> isOpen(refused.refusal());
            default -> true;
        };
    }

    private static boolean isOpen(Refusal refusal) {
        return refusal == Refusal.IDEMPOTENCY_IN_PROGRESS || !refusal.hasNoEffect();
    }

    /// Runs a form, or shows the page about its unknown outcome.
    static Answer run(PageContext context, Supplier<Answer> work) {
        try {
            return work.get();
        } catch (RuntimeException failed) {
            if (context.form().text(PageContext.FORM_KEY).isEmpty() || !is(context, failed)) {
                throw failed;
            }
            var request = context.request();
            if (!(failed instanceof SluiceException || failed instanceof Refused)) {
                LOG.error("page {} {} {} failed", request.id(), request.method(), request.path(), failed);
            }
            int status = Failures.statusOf(failed);
            return context.plainPage(
                    status < ERRORS ? Refusal.UNAVAILABLE.status() : status,
                    "dashboard/unknownoutcome.jte",
                    context.common().get("unknownOutcomeTitle"),
                    frame -> new UnknownOutcomePage(
                            frame, request.path(), outcomePath(request.path()), sent(context), request.id()));
        }
    }

    /// Returns the raw input: its numbers will be parsed in the language of the form again.
    private static List<Field> sent(PageContext context) {
        return context.request().form().each().entrySet().stream()
                .filter(each -> !OF_EACH_PAGE.contains(each.getKey()))
                .flatMap(each -> each.getValue().stream().map(value -> new Field(each.getKey(), value)))
                .toList();
    }

    /// Returns the page that shows the outcome: the section page that received the form, or the parent of the
    /// form's path.
    private static String outcomePath(String path) {
        return Stream.of(Section.values()).map(Section::path).anyMatch(path::equals) ? path : above(path);
    }

    /// Returns the parent path: the resource or the list of a form, such as `/dashboard/deposits/7` for its
    /// refund.
    private static String above(String path) {
        int last = path.lastIndexOf('/');
        return last > DashboardGuard.HOME.length() ? path.substring(0, last) : path;
    }

    /// Returns the page that received the form, or the closest existing parent page; empty if that is the home
    /// page.
    static Optional<String> pageAbove(Request request, Predicate<String> isPage) {
        var path = request.path();
        return Stream.iterate(
                        request.method() == Method.GET ? above(path) : path,
                        each -> each.startsWith(DashboardGuard.HOME + "/"),
                        UnknownOutcomePage::above)
                .limit(PATH_PARTS_MAX)
                .filter(isPage)
                .findFirst();
    }
}
