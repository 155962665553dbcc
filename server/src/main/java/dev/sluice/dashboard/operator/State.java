package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.operator.Reason.Again;
import java.util.Optional;

/// Requested on/off state in a form: forms send the new state explicitly, so that a late or repeated form has the
/// shown effect.
final class State {
    private static final String ON = "on";
    private static final String OFF = "off";

    private State() {}

    static String told(boolean on) {
        return on ? ON : OFF;
    }

    /// Returns the requested state; empty if the form does not contain it.
    static Optional<Boolean> wanted(Visit visit) {
        return visit.form()
                .text("state")
                .filter(each -> each.equals(ON) || each.equals(OFF))
                .map(ON::equals);
    }

    /// Returns the error for a form without a state.
    static Again isUnsaid(Visit visit) {
        return new Again(400, Problems.whole(visit.texts(OperatorPages.TEXTS).get("stateWanted")));
    }
}
