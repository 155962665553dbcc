package dev.sluice.dashboard.tour;

import com.microsoft.playwright.Page;
import java.util.function.Consumer;

/// One page of the tour, as somebody sees it.
///
/// @param name of its pictures
/// @param act what the visitor does there before it is looked at
/// @param status that the page, or what they do there, is answered with
record Stop(Area area, String name, Visitor visitor, String path, Consumer<Page> act, int status) {
    /// Who comes.
    enum Visitor {
        OWNER,
        ADMIN,
        MAKER,
        CHECKER,
        DEVELOPER,
        VIEWER,
        OPERATOR,
        /// The owner of an organization in which nothing has happened yet.
        NEWCOMER,
        /// Nobody who has signed in.
        NOBODY
    }

    /// A chapter of the tour.
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

    /// The same page once the visitor has done something there.
    Stop doing(Consumer<Page> what) {
        return new Stop(area, name, visitor, path, what, status);
    }

    /// The same where it is answered with another status.
    Stop answered(int other) {
        return new Stop(area, name, visitor, path, act, other);
    }
}
