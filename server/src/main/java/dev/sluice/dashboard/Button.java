package dev.sluice.dashboard;

import dev.sluice.client.SluiceException;
import dev.sluice.http.Answer;
import dev.sluice.refusal.Refused;
import java.util.function.Function;
import java.util.function.Supplier;

/// Button of a page. If the service refuses the action, the page is rendered again with its current state and the
/// reason.
public final class Button {
    private static final int NOT_FOUND = 404;

    private Button() {}

    /// Runs the action; if it is refused, renders its page with the status of the refusal. A missing resource has
    /// no page, and an unknown outcome has a page of its own, so both are rethrown.
    ///
    /// @param page renders the page with the button
    public static Answer press(PageContext context, Supplier<Answer> action, Function<PageContext, Answer> page) {
        RuntimeException refused;
        int status;
        String reason;
        try {
            return action.get();
        } catch (SluiceException no) {
            refused = no;
            status = no.status();
            reason = Problems.inAll(no);
        } catch (Refused no) {
            refused = no;
            status = no.refusal().status();
            reason = context.wording().of(no.text());
        }
        if (status == NOT_FOUND || UnknownOutcomePage.is(context, refused)) {
            throw refused;
        }
        context.show(FlashMessage.refused(reason));
        return shown(context, page, refused).withStatus(status);
    }

    /// Renders the page. If its resource no longer exists, throws the original refusal.
    private static Answer shown(PageContext context, Function<PageContext, Answer> page, RuntimeException refused) {
        try {
            return page.apply(context);
        } catch (SluiceException gone) {
            throw gone.status() == NOT_FOUND ? refused : gone;
        } catch (Refused gone) {
            throw gone.refusal().status() == NOT_FOUND ? refused : gone;
        }
    }
}
