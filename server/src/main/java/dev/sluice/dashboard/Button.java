package dev.sluice.dashboard;

import dev.sluice.client.SluiceException;
import dev.sluice.http.Answer;
import dev.sluice.refusal.Refused;
import java.util.function.Function;
import java.util.function.Supplier;

/// A button of a page. What it asks for may be refused: the page is shown again then, as it is by now, and says why.
public final class Button {
    private static final int NOT_FOUND = 404;

    private Button() {}

    /// Does it, or shows its page with the status of the refusal. What is not there has no page, and what nobody knows
    /// the outcome of has one of its own.
    ///
    /// @param page that the button is on
    public static Answer press(Visit visit, Supplier<Answer> deed, Function<Visit, Answer> page) {
        RuntimeException refused;
        int status;
        String why;
        try {
            return deed.get();
        } catch (SluiceException no) {
            refused = no;
            status = no.status();
            why = Problems.inAll(no);
        } catch (Refused no) {
            refused = no;
            status = no.refusal().status();
            why = visit.wording().of(no.text());
        }
        if (status == NOT_FOUND || Unsettled.is(visit, refused)) {
            throw refused;
        }
        visit.say(Saying.refused(why));
        return shown(visit, page, refused).withStatus(status);
    }

    /// The page, unless it is gone, or was never there: then what was refused is all there is to say.
    private static Answer shown(Visit visit, Function<Visit, Answer> page, RuntimeException refused) {
        try {
            return page.apply(visit);
        } catch (SluiceException gone) {
            throw gone.status() == NOT_FOUND ? refused : gone;
        } catch (Refused gone) {
            throw gone.refusal().status() == NOT_FOUND ? refused : gone;
        }
    }
}
