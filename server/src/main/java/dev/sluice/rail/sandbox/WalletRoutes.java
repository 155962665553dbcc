package dev.sluice.rail.sandbox;

import dev.sluice.db.Database;
import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.page.Amounts;
import dev.sluice.page.Pages;
import dev.sluice.rail.Destination;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The page on which a payer confirms an e-wallet's bill: in the sandbox, a page that plays the wallet. Whoever has the
/// link may pay; it cannot be guessed.
public final class WalletRoutes {
    private static final String PATH = SandboxPayin.WALLET + "{currency}/{method}/{number}";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final Map<String, String> STATES = Map.of(
            "completed", "Paid",
            "expired", "Too late: the bill has expired",
            "cancelled", "The merchant has cancelled the bill");

    private final Database database;
    private final Pages pages;
    private final Purse payers;
    private final Bill.Book bills;

    private WalletRoutes(Database database, Pages pages, Purse payers, Bill.Book bills) {
        this.database = database;
        this.pages = pages;
        this.payers = payers;
        this.bills = bills;
    }

    public static List<Route> wire(Database database, Pages pages, Purse payers, Bill.Book bills) {
        var routes = new WalletRoutes(database, pages, payers, bills);
        return List.of(new Route(Method.GET, PATH, routes::show), new Route(Method.POST, PATH, routes::pay));
    }

    private Answer show(Request request) {
        return bill(request).map(bill -> page(bill, bill.isOpen(), state(bill))).orElseGet(this::notFound);
    }

    /// A bill is paid once: a second press finds it paid, or on its way.
    private Answer pay(Request request) {
        var bill = bill(request);
        if (bill.isPresent() && bill.get().isOpen()) {
            var open = bill.get();
            boolean first = database.inTx(tx -> payers.payOnce(tx, open));
            return page(open, false, first ? "Payment sent" : "Payment was sent already");
        }
        return show(request);
    }

    private Optional<Bill> bill(Request request) {
        return bills.find(new Destination(
                request.parameter("currency"), request.parameter("method"), request.parameter("number")));
    }

    private Answer page(Bill bill, boolean open, String state) {
        return pages.page(
                200,
                "sandbox/wallet.jte",
                new WalletPage(
                        bill.destination().method(),
                        bill.payee(),
                        Amounts.text(bill.amount(), Locale.ENGLISH),
                        TIME.format(bill.expiresAt()),
                        bill.expiresAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                        open,
                        state));
    }

    private static String state(Bill bill) {
        return bill.forced() && bill.state().equals("pending")
                ? "The status was forced: the bill cannot be paid here"
                : STATES.getOrDefault(bill.state(), bill.state());
    }

    private Answer notFound() {
        return pages.page(404, "notfound.jte", "There is no such bill");
    }
}
