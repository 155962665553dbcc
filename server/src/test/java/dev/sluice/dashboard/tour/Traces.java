package dev.sluice.dashboard.tour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.MisSigned;
import dev.sluice.dashboard.Authenticator;
import dev.sluice.dashboard.Browsing;
import dev.sluice.dashboard.Person;
import dev.sluice.dashboard.account.Phone;
import dev.sluice.disbursement.proof.ProofLink;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Role;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutStatusReport;
import dev.sluice.rail.PayoutStatusReports;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/// Data of the day that has its own address: delivered and failed events, refused requests, links in mails, passkeys,
/// proofs, and a customer that has paid.
final class Traces {
    private static final String DEVELOPERS = "/dashboard/developers";
    private static final String FACTOR = "/dashboard/account/second-factor";
    private static final String PASSKEYS = "/dashboard/account/passkeys";
    private static final String BODY = "{\"name\":\"Siti Rahayu\"}";
    private static final String ID = "([0-9a-f-]{36})";

    private final Shop shop;
    private final Person developer;

    Traces(Shop shop) {
        this.shop = shop;
        this.developer = shop.person(Role.DEVELOPER);
    }

    void find(Mails mails) {
        requests();
        deliveries();
        passkey();
        secondFactor();
        customer();
        contradiction();
        var link = new ProofLink(shop.service().vault().key("disbursement/proof"));
        var token = link.token(shop.merchant().organizationId(), UUID.fromString(shop.at("INV-2602")));
        shop.keep("proof", "/proof/" + token);
        var invitation = mails.latest(50).stream()
                .filter(mail -> mail.mail().to().startsWith("gilang@"))
                .flatMap(mail -> mail.mail().text().lines())
                .filter(line -> line.contains("/dashboard/password/new"))
                .findFirst()
                .orElseThrow();
        shop.keep("invitation", invitation.replaceAll("^https?://[^/]+", ""));
    }

    private static String first(String page, String pattern) {
        var matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(page);
        assertThat(matcher.find()).as(pattern + " in " + Shop.words(page)).isTrue();
        return matcher.group(1);
    }

    /// Sends faulty requests: missing fields, an unknown payout, and an invalid signature.
    private void requests() {
        var client = shop.merchant().client();
        client.post("/v1/recipient", BODY).expect(400);
        client.get("/v1/disbursement/fiat/" + shop.at("conversion")).expect(404);
        MisSigned.post(shop.service(), shop.merchant(), "Kiosk", BODY);
        client.get("/v1/balance").expect(200);
        var list = DEVELOPERS + "/requests";
        Shop.await("a request", () -> developer.get(list).body().contains("GET /v1/balance"));
        var refused = developer.get(list + "?outcome=refused").body();
        var ids = Pattern.compile(DEVELOPERS + "/requests/" + ID)
                .matcher(refused)
                .results()
                .map(match -> match.group(1))
                .distinct()
                .toList();
        shop.keep("misSigned", ids.getFirst());
        shop.keep("request", ids.get(2));
    }

    private void deliveries() {
        var told = DEVELOPERS + "/webhooks/";
        var delivery = DEVELOPERS + "/deliveries/" + ID;
        Shop.await(
                "a delivery",
                () -> developer.get(told + shop.at("brokenEndpoint")).body().contains("503"));
        var keys = DEVELOPERS + "/keys";
        shop.keep("client", first(developer.get(keys).body(), keys + "/client/" + ID + "/allow"));
        shop.keep("key", first(developer.get(keys).body(), keys + "/key/" + ID + "/allow"));
        shop.keep("delivery", first(developer.get(told + shop.at("endpoint")).body(), delivery));
        shop.keep(
                "failingDelivery",
                first(developer.get(told + shop.at("brokenEndpoint")).body(), delivery));
        shop.keep("event", first(developer.get(DEVELOPERS + "/events").body(), DEVELOPERS + "/events/" + ID));
    }

    private void passkey() {
        var owner = shop.person(Role.OWNER);
        var browser = new Browsing(shop.service().baseUrl());
        browser.cookies().put("sluice_session", owner.token());
        var token = owner.formToken();
        var page =
                browser.post(PASSKEYS + "/new", Map.of("name", "Laptop", "proof", Shop.PASSWORD, "formToken", token));
        var options = first(page.body(), "data-options=\"(\\{[^\"]+})\"").replace("&#34;", "\"");
        var device =
                new Authenticator("http://localhost:" + shop.service().baseUrl().getPort());
        var added = browser.post(
                PASSKEYS + "/new/confirm",
                Map.of("name", "Laptop", "credential", device.create(options), "formToken", token));
        assertThat(added.statusCode()).isEqualTo(303);
        shop.keep(
                "passkey", first(owner.get("/dashboard/account").body(), "href=\"(" + PASSKEYS + "/[0-9a-f-]{36})\""));
    }

    private void secondFactor() {
        var admin = shop.person(Role.ADMIN);
        shop.sent(admin, FACTOR, Map.of("password", Shop.PASSWORD));
        var secret = first(admin.get(FACTOR).body(), "id=\"secret\">([A-Z2-7 ]+)<");
        shop.sent(
                admin,
                FACTOR + "/confirm",
                Map.of("code", Phone.code(secret, shop.calendar().instant())));
        shop.keep("totp", secret);
        shop.calendar().pass(Duration.ofMinutes(2));
    }

    /// Returns the current code of the user with two-factor authentication.
    static String code(Shop shop) {
        return Phone.code(shop.at("totp"), shop.calendar().instant());
    }

    /// Reports a failed payout as paid, in the name of its rail.
    private void contradiction() {
        var payout = new PayoutRef(shop.merchant().organizationId(), UUID.fromString(shop.at("INV-2603")));
        var now = shop.calendar().instant();
        var notice = new PayoutStatusReport("sandbox", "late", payout, new Outcome.Settled("BF-20260547", now), now);
        shop.service()
                .connections()
                .run(tx -> new PayoutStatusReports(shop.service().vault()).add(tx, List.of(notice)));
        var operator = shop.person(Role.OPERATOR);
        Shop.await(
                "a contradiction",
                () -> operator.get("/dashboard/operator").body().contains("/discrepancies/"));
    }

    private void customer() {
        var customer = new Browsing(shop.service().baseUrl());
        var page = shop.at("checkout.paid");
        customer.post(page, Map.of("method", "QRIS"));
        customer.post(page + "/pay", Map.of());
        shop.settleDeposit(shop.at("checkoutId.paid"));
    }
}
