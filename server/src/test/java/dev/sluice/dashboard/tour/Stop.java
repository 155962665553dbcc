package dev.sluice.dashboard.tour;

import com.microsoft.playwright.Page;
import java.util.function.Consumer;

/// Page of the tour as one visitor sees it.
///
/// @param name name of its screenshots
/// @param act actions of the visitor before the screenshot
/// @param status expected status of the page, or of the response to the actions
record Stop(Area area, String name, Visitor visitor, String path, Consumer<Page> act, int status) {
    /// Visitor of the tour.
    enum Visitor {
        OWNER,
        ADMIN,
        MAKER,
        CHECKER,
        DEVELOPER,
        VIEWER,
        OPERATOR,
        /// Owner of an organization without any data.
        NEWCOMER,
        /// Visitor without a sign-in.
        NOBODY
    }

    /// Chapter of the tour.
    enum Area {
        WAY_IN("Signing in"),
        HOME("Home and finding things"),
        BALANCES("Balances and conversions"),
        PAYOUTS("Payouts"),
        APPROVALS("Policy and approvals"),
        RECIPIENTS("Recipients"),
        DEPOSITS("Deposits and checkout links"),
        PAYMENT_PAGES("Payment pages and proofs"),
        DEVELOPERS("Developers"),
        ORGANIZATION("Team, settings, audit log and notices"),
        ACCOUNT("Your account"),
        OPERATORS("For operators"),
        FIRST_DAY("On the first day");

        final String title;

        Area(String title) {
            this.title = title;
        }
    }

    static Stop at(Area area, String name, Visitor visitor, String path) {
        return new Stop(area, name, visitor, path, _ -> {}, 200);
    }

    /// Returns this stop with actions of the visitor.
    Stop doing(Consumer<Page> what) {
        return new Stop(area, name, visitor, path, what, status);
    }

    /// Returns this stop with another expected status.
    Stop answered(int other) {
        return new Stop(area, name, visitor, path, act, other);
    }
}
