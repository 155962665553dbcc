package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.operator.Reason.Again;
import java.util.Optional;

/// Whether something is on, as forms say it: which state is wanted, so that what was shown is what is done,
/// however late or often a form is sent.
final class State {
    private static final String ON = "on";
    private static final String OFF = "off";

    private State() {}

    static String told(boolean on) {
        return on ? ON : OFF;
    }

    /// Whether it is to be on; none where the form does not say.
    static Optional<Boolean> wanted(Visit visit) {
        return visit.form()
                .text("state")
                .filter(each -> each.equals(ON) || each.equals(OFF))
                .map(ON::equals);
    }

    /// A form that does not say.
    static Again isUnsaid(Visit visit) {
        return new Again(400, Problems.whole(visit.texts(OperatorPages.TEXTS).get("stateWanted")));
    }
}
