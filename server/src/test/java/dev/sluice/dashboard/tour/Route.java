package dev.sluice.dashboard.tour;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import dev.sluice.checkout.Choosing;
import dev.sluice.dashboard.tour.Stop.Area;
import dev.sluice.dashboard.tour.Stop.Visitor;
import dev.sluice.merchant.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Stops of the tour through all pages of a merchant.
final class Route {
    private static final String SEND = "main form button[type=submit].btn-primary";

    private final Shop shop;
    private final List<Stop> stops = new ArrayList<>();
    private Area area = Area.WAY_IN;
    private Visitor visitor = Visitor.NOBODY;

    private Route(Shop shop) {
        this.shop = shop;
    }

    /// Returns all stops in order.
    static List<Stop> through(Shop shop) {
        var route = new Route(shop);
        route.wayIn();
        route.home();
        route.balances();
        route.payouts();
        route.approvals();
        route.recipients();
        route.deposits();
        route.paymentPages();
        route.developers();
        route.organization();
        route.account();
        route.stops.addAll(OperatorRoute.through(shop));
        route.firstDay();
        return List.copyOf(route.stops);
    }

    private void enter(Area next, Visitor who) {
        area = next;
        visitor = who;
    }

    private void see(String name, String path) {
        stops.add(Stop.at(area, name, visitor, "/dashboard" + path));
    }

    private void see(String name, String path, Consumer<Page> act) {
        stops.add(Stop.at(area, name, visitor, "/dashboard" + path).doing(act));
    }

    /// Adds a stop with the host name instead of the IP address, for passkeys.
    private void seeByName(String name, String path, Consumer<Page> act) {
        var host = "http://localhost:" + shop.service().baseUrl().getPort();
        stops.add(Stop.at(area, name, visitor, host + "/dashboard" + path).doing(act));
    }

    private void refused(String name, String path, int status, Consumer<Page> act) {
        stops.add(Stop.at(area, name, visitor, "/dashboard" + path).doing(act).answered(status));
    }

    private void wayIn() {
        enter(Area.WAY_IN, Visitor.NOBODY);
        seeByName("sign-in", "/sign-in", _ -> {});
        refused("sign-in-refused", "/sign-in", 401, page -> {
            page.fill("#email", "ayu.lestari@kopinusantara.example");
            page.fill("#password", "not this one");
            page.click("button[type=submit]");
            page.waitForSelector(".alert-danger");
        });
        see("sign-in-code", "/sign-in", page -> {
            page.fill("#email", shop.user(Role.ADMIN).email());
            page.fill("#password", Shop.PASSWORD);
            page.click("button[type=submit]");
            page.waitForURL("**/sign-in/code*");
        });
        see("password-forgotten", "/password");
        see("password-asked", "/password", page -> {
            page.fill("#email", "farah.hidayat@kopinusantara.example");
            page.click("button[type=submit]");
            page.waitForSelector(".alert-success");
        });
        see("outbox", "/mail");
        see(
                "password-new",
                shop.at("invitation").substring("/dashboard".length()),
                page -> page.waitForSelector("#password"));
        see("password-link", "/password/new");
        refused("password-link-over", "/password/new#token=over", 410, page -> page.waitForSelector("[role=alert]"));
    }

    private void home() {
        enter(Area.HOME, Visitor.OWNER);
        see("home", "");
        see("menu", "", page -> page.locator(".topbar .dropdown > button").click());
        see("palette", "", page -> {
            page.keyboard().press("Control+k");
            page.fill("#palette-input", "Siti");
            page.waitForSelector("#palette-hits [role=option] >> text=Siti");
        });
        see("keys", "", page -> {
            page.keyboard().press("?");
            page.waitForSelector("#keys[open]");
        });
        see("search", "/search?q=INV-2602");
        see("search-none", "/search?q=nothing-like-it");
        stops.add(Stop.at(area, "not-found", visitor, "/dashboard/payouts/" + shop.at("conversion"))
                .answered(404));
        stops.add(Stop.at(area, "forbidden", Visitor.VIEWER, "/dashboard/team").answered(403));
    }

    private void balances() {
        enter(Area.BALANCES, Visitor.OWNER);
        see("balances", "/balances");
        see("statement", "/balances/statement?currency=IDR");
        see("statement-none", "/balances/statement?currency=IDR&startDate=2026-01-01&endDate=2026-01-02");
        see("conversions", "/conversions");
        see("conversion-new", "/conversions/new?token=usdc-polygon&currency=IDR&side=input&amount=1500");
        see("conversion", "/conversions/" + shop.at("conversion"));
    }

    private void payouts() {
        enter(Area.PAYOUTS, Visitor.MAKER);
        see("payouts", "/payouts");
        see(
                "payouts-found",
                "/payouts?status=failed",
                page -> page.locator("details summary").first().click());
        see("payouts-none-found", "/payouts?reference=nothing-like-it");
        see("payouts-crypto", "/payouts?kind=crypto");
        see("payout-completed", "/payouts/" + shop.at("INV-2602"));
        see("payout-failed", "/payouts/" + shop.at("INV-2603"));
        see("payout-reversed", "/payouts/" + shop.at("INV-2604"));
        see("payout-unknown", "/payouts/" + shop.at("INV-2605"));
        see("payout-cancelled", "/payouts/" + shop.at("INV-2606"));
        see("payout-queued", "/payouts/" + shop.at("INV-2607"));
        see("payout-crypto", "/payouts/" + shop.at("WD-1107"));
        see("payout-crypto-failed", "/payouts/" + shop.at("WD-1108"));
        see("payout-unit", "/payouts/new");
        see("payout-new", "/payouts/new?unit=IDR");
        see("payout-new-crypto", "/payouts/new?kind=crypto&unit=usdc-polygon");
        refused("payout-new-refused", "/payouts/new?unit=IDR", 400, page -> {
            page.check("#to-new");
            page.fill("#amount", "12.345");
            page.click(SEND);
            page.waitForSelector(".is-invalid");
        });
        see("payout-review", "/payouts/new?unit=IDR", page -> {
            page.selectOption("#recipientId", shop.at("recipient"));
            page.fill("#amount", "4750000");
            page.fill("#reference", "INV-2613");
            page.click(SEND);
            page.waitForSelector("form[action='/dashboard/payouts/send']");
        });
        see("bulk", "/payouts/bulk");
        refused("bulk-refused", "/payouts/bulk", 400, page -> {
            page.setInputFiles(
                    "#file",
                    new FilePayload(
                            "wages.csv",
                            "text/csv",
                            "name,sum\n1,2\n".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
            page.click(SEND);
            page.waitForSelector("#file-wrong");
        });
        see("bulk-faulty", shop.at("faultyBulk").substring("/dashboard".length()));
        see("bulk-done", shop.at("bulk").substring("/dashboard".length()));
    }

    private void approvals() {
        enter(Area.APPROVALS, Visitor.CHECKER);
        see("approvals", "/approvals");
        see("approvals-file", shop.at("fileApproval"));
        see("payout-waiting", "/payouts/" + shop.at("waiting"));
        see("payout-rejected", "/payouts/" + shop.at("rejected"));
        enter(Area.APPROVALS, Visitor.OWNER);
        see("policy", "/policy");
        see("policy-try", "/policy/test?payoutAsset=IDR&payoutAmount=86000000&payoutMaker=MAKER");
        see("rule-amount", "/policy/new");
        see("rule-total", "/policy/new?kind=TOTAL_AMOUNT");
        see("rule-wallets", "/policy/new?kind=WALLET_ALLOWLIST");
        see(
                "rule-review",
                "/policy/new/review?kind=PAYOUT_AMOUNT&asset=IDR&amount=50000000&effect=APPROVE"
                        + "&payoutAsset=IDR&payoutAmount=86000000&payoutMaker=MAKER");
        refused("rule-refused", "/policy/new?kind=TOTAL_AMOUNT", 400, page -> {
            page.fill("#amount", "many");
            page.fill("#span", "45");
            page.locator("form[action='/dashboard/policy/new/review']").evaluate("form => form.noValidate = true");
            page.click(SEND);
            page.waitForSelector("#amount-wrong");
        });
    }

    private void recipients() {
        enter(Area.RECIPIENTS, Visitor.MAKER);
        see("recipients", "/recipients");
        see("recipient", "/recipients/" + shop.at("recipient"));
        see("recipient-edit", "/recipients/" + shop.at("recipient") + "/edit");
        see("recipient-currency", "/recipients/new");
        see("recipient-new", "/recipients/new?currency=EUR");
        see("import", "/recipients/import?currency=USD");
        see("import-faulty", shop.at("faultyImport").substring("/dashboard".length()));
        see("import-done", shop.at("import").substring("/dashboard".length()));
    }

    private void deposits() {
        enter(Area.DEPOSITS, Visitor.MAKER);
        see("deposits", "/deposits");
        see("deposits-none-found", "/deposits?reference=nothing-like-it");
        see("deposit-completed", "/deposits/" + shop.at("ORD-88391"));
        see("deposit-review", "/deposits/" + shop.at("ORD-88392"));
        see("deposit-refunded", "/deposits/" + shop.at("ORD-88395"));
        see("deposit-cancelled", "/deposits/" + shop.at("ORD-88396"));
        see("deposit-qr", "/deposits/" + shop.at("ORD-88397"));
        see("deposit-account", "/deposits/" + shop.at("ORD-88398"));
        see("deposit-crypto", "/deposits/" + shop.at("ORD-88400"));
        see("deposit-currency", "/deposits/new");
        see("deposit-new", "/deposits/new?currency=IDR");
        see("deposit-new-crypto", "/deposits/new?type=crypto&currency=usdc-polygon");
        see("intake", "/deposits/import");
        see("intake-faulty", shop.at("faultyIntake").substring("/dashboard".length()));
        see("intake-done", shop.at("intake").substring("/dashboard".length()));
        see("checkouts", "/checkouts");
        see("checkout-currency", "/checkouts/new");
        see("checkout-new", "/checkouts/new?currency=IDR");
        see("checkout-open", "/checkouts/" + shop.at("checkoutId.choice"));
        see("checkout-paid", "/checkouts/" + shop.at("checkoutId.paid"));
        see("checkout-over", "/checkouts/" + shop.at("checkoutId.over"));
    }

    private void open(String name, String path, Consumer<Page> act) {
        stops.add(Stop.at(Area.PAYMENT_PAGES, name, Visitor.NOBODY, path).doing(act));
    }

    private void paymentPages() {
        open("pay-choose", shop.at("checkout.choice"), _ -> {});
        open("pay-qr", shop.at("checkout.qr"), page -> choose(page, "QRIS"));
        open("pay-account", shop.at("checkout.account"), page -> choose(page, "014_VA"));
        open("pay-wallet", shop.at("checkout.wallet"), page -> choose(page, "OVO"));
        open("wallet", shop.at("checkout.wallet"), page -> {
            page.locator("a.primary").click();
            page.waitForSelector("button.primary");
        });
        open("pay-received", shop.at("checkout.paid"), page -> page.waitForSelector(".state.good"));
        open("pay-over", shop.at("checkout.over"), page -> page.waitForSelector(".state.over"));
        stops.add(Stop.at(Area.PAYMENT_PAGES, "pay-not-found", Visitor.NOBODY, "/checkout/nothing-like-it")
                .answered(404));
        open("proof", shop.at("proof"), _ -> {});
        open("landing", "/", _ -> {});
    }

    private static void choose(Page page, String method) {
        Choosing.choose(page, method);
        page.waitForSelector(".steps");
    }

    private void developers() {
        enter(Area.DEVELOPERS, Visitor.DEVELOPER);
        see("developers", "/developers");
        see("webhooks", "/developers/webhooks");
        see("webhook-new", "/developers/webhooks/new");
        see("webhook-secret", "/developers/webhooks/new", page -> {
            page.fill("#url", "https://api.kopinusantara.example/sluice");
            page.click(SEND);
            page.waitForSelector("#secret");
        });
        see("webhook", "/developers/webhooks/" + shop.at("endpoint"));
        see("webhook-failing", "/developers/webhooks/" + shop.at("brokenEndpoint"));
        see("webhook-off", "/developers/webhooks/" + shop.at("offEndpoint"));
        see("webhook-edit", "/developers/webhooks/" + shop.at("brokenEndpoint") + "/edit");
        see("delivery", "/developers/deliveries/" + shop.at("delivery"));
        see("delivery-failing", "/developers/deliveries/" + shop.at("failingDelivery"));
        see("events", "/developers/events");
        see("event", "/developers/events/" + shop.at("event"));
        see("credentials", "/developers/keys");
        see("client-new", "/developers/keys/client");
        see("client-allow", "/developers/keys/client/" + shop.at("client") + "/allow");
        see("key-allow", "/developers/keys/key/" + shop.at("key") + "/allow");
        see("key-new", "/developers/keys/key");
        see("key-secret", "/developers/keys/key", page -> {
            page.fill("#label", "Ledger export " + page.viewportSize().width);
            page.click(SEND);
            page.waitForSelector("#token");
        });
        see("requests", "/developers/requests");
        see("request", "/developers/requests/" + shop.at("request"));
        see("request-signature", "/developers/requests/" + shop.at("misSigned"));
    }

    private void organization() {
        enter(Area.ORGANIZATION, Visitor.OWNER);
        see("team", "/team");
        see("changes", "/changes");
        see("change", "/changes/" + shop.at("change"));
        see("owner-changes", "/ownership");
        see(
                "settings",
                "/settings",
                page -> page.frameLocator("#preview").locator("h1").waitFor());
        see("settings-methods", "/settings/methods?currency=IDR");
        see("settings-preview", "/settings/preview");
        see("audit", "/audit");
        see("notices", "/notifications");
        see("notices-settings", "/notifications/settings");
    }

    private void account() {
        enter(Area.ACCOUNT, Visitor.OWNER);
        see("account", "/account");
        see("passkey-new", "/account/passkeys/new");
        seeByName("passkey-confirm", "/account/passkeys/new", page -> {
            page.fill("#name", "Ayu's phone");
            page.fill("#proof", Shop.PASSWORD);
            page.click(SEND);
            page.waitForSelector("form[data-passkey]");
        });
        see("passkey", shop.at("passkey").substring("/dashboard".length()));
        see("second-factor", "/account/second-factor");
        see("second-factor-code", "/account/second-factor", page -> {
            page.fill("#password", Shop.PASSWORD);
            page.click(SEND);
            page.waitForSelector(".qr svg");
        });
        enter(Area.ACCOUNT, Visitor.ADMIN);
        see("second-factor-on", "/account/second-factor");
        see("recovery-codes", "/account/second-factor", page -> {
            page.fill("#codeForCodes", Traces.code(shop));
            page.click("form[action$='/codes'] button");
            page.waitForSelector(".codes");
        });
    }

    private void firstDay() {
        enter(Area.FIRST_DAY, Visitor.NEWCOMER);
        see("first-home", "");
        see("first-balances", "/balances");
        see("first-statement", "/balances/statement");
        see("first-conversions", "/conversions");
        see("first-payouts", "/payouts");
        see("first-approvals", "/approvals");
        see("first-policy", "/policy");
        see("first-recipients", "/recipients");
        see("first-deposits", "/deposits");
        see("first-checkouts", "/checkouts");
        see("first-developers", "/developers");
        see("first-webhooks", "/developers/webhooks");
        see("first-events", "/developers/events");
        see("first-keys", "/developers/keys");
        see("first-requests", "/developers/requests");
        see("first-notices", "/notifications");
        see("first-audit", "/audit");
    }
}
