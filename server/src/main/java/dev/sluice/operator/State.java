package dev.sluice.operator;

import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.operator.RequiredReason.Rejection;
import java.util.Optional;

/// Requested on/off state in a form: forms send the new state explicitly, so that a late or repeated form has the
/// shown effect.
final class State {
    private static final String ON = "on";
    private static final String OFF = "off";

    private State() {}

    static String text(boolean on) {
        return on ? ON : OFF;
    }

    /// Returns the requested state; empty if the form does not contain it.
    static Optional<Boolean> requested(PageContext context) {
        return context.form()
                .text("state")
                .filter(each -> each.equals(ON) || each.equals(OFF))
                .map(ON::equals);
    }

    /// Returns the error for a form without a state.
    static Rejection missing(PageContext context) {
        return new Rejection(
                400, Problems.general(context.texts(OperatorPages.TEXTS).get("stateInvalid")));
    }
}
