package dev.sluice.rail.sandbox;

import dev.sluice.db.Database;
import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.page.Amounts;
import dev.sluice.page.Pages;
import dev.sluice.page.Texts;
import dev.sluice.page.TimeInText;
import dev.sluice.rail.Destination;
import java.util.List;
import java.util.Optional;

/// The page on which a payer confirms an e-wallet's invoice: in the sandbox, a page that simulates the wallet. Anyone
/// with the unguessable link may pay.
public final class WalletRoutes {
    private static final String PATH = SandboxPayin.WALLET + "{currency}/{method}/{number}";

    private final Database database;
    private final Pages pages;
    private final PayerWallet payers;
    private final SandboxInvoice.Lookup invoices;

    private WalletRoutes(Database database, Pages pages, PayerWallet payers, SandboxInvoice.Lookup invoices) {
        this.database = database;
        this.pages = pages;
        this.payers = payers;
        this.invoices = invoices;
    }

    public static List<Route> wire(Database database, Pages pages, PayerWallet payers, SandboxInvoice.Lookup invoices) {
        var routes = new WalletRoutes(database, pages, payers, invoices);
        return List.of(new Route(Method.GET, PATH, routes::show), new Route(Method.POST, PATH, routes::pay));
    }

    private Answer show(Request request) {
        var texts = texts(request);
        return bill(request)
                .map(invoice -> page(texts, invoice, invoice.isOpen(), state(texts, invoice)))
                .orElseGet(() -> pages.page(404, "notfound.jte", texts));
    }

    /// Pays an invoice. An invoice is paid once: a second submission of the form shows that it is paid or in progress.
    private Answer pay(Request request) {
        var bill = bill(request);
        if (bill.isPresent() && bill.get().isOpen()) {
            var open = bill.get();
            var texts = texts(request);
            boolean first = database.inTx(tx -> payers.payOnce(tx, open));
            return page(texts, open, false, texts.get(first ? "sent" : "sentAlready"));
        }
        return show(request);
    }

    private Optional<SandboxInvoice> bill(Request request) {
        return invoices.find(new Destination(
                request.parameter("currency"), request.parameter("method"), request.parameter("number")));
    }

    /// Returns the texts in the language of the page that linked here, if it passed one, or else in the browser's.
    private static Texts texts(Request request) {
        var wanted = request.query().text("language").or(() -> request.header("Accept-Language"));
        return Texts.of("wallet", wanted.orElse(""), Texts.LANGUAGES_OF_EVERY_PAGE);
    }

    private Answer page(Texts texts, SandboxInvoice invoice, boolean open, String state) {
        return pages.page(
                200,
                "sandbox/wallet.jte",
                new WalletPage(
                        texts,
                        invoice.destination().method(),
                        invoice.payee(),
                        Amounts.text(invoice.amount(), texts.locale()),
                        TimeInText.of(texts, "until", invoice.expiresAt()),
                        open,
                        state));
    }

    private static String state(Texts texts, SandboxInvoice invoice) {
        return invoice.forced() && invoice.state().equals("pending")
                ? texts.get("forced")
                : texts.find("state." + invoice.state()).orElse(invoice.state());
    }
}
