package dev.sluice.dashboard.tour;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.AgreementForm;
import dev.sluice.dashboard.ByHand;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Events of the day of the tour: payments in every state, files, rules, pending approvals, team changes, and tasks
/// of operators.
final class Today {
    private static final String POLICY = "/dashboard/policy";
    private static final String OPERATOR = "/dashboard/operator";
    private static final String WALLET = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

    private final Shop shop;
    private final Person owner;
    private final Person maker;
    private final Person developer;
    private final Person operator;

    Today(Shop shop) {
        shop.calendar().goOnAt(Month.TODAY.atTime(2, 4).toInstant(ZoneOffset.UTC));
        this.shop = shop;
        this.owner = shop.person(Role.OWNER);
        this.maker = shop.person(Role.MAKER);
        this.developer = shop.person(Role.DEVELOPER);
        this.operator = shop.person(Role.OPERATOR);
    }

    void happen() {
        programs();
        endpoints();
        minutes(11);
        payouts();
        tokens();
        minutes(24);
        deposits();
        conversions();
        checkout("over", "ORD-88380", "154000");
        minutes(19);
        new Uploaded(shop, maker).happen();
        minutes(7);
        rules();
        team();
        settings();
        minutes(16);
        underWay();
        minutes(4);
        operators();
        checkouts();
        change();
        screened();
    }

    private void minutes(int count) {
        shop.calendar().pass(Duration.ofMinutes(count));
    }

    /// Returns the settings that screen recipients against a list.
    static Map<String, String> screening(Path folder) throws IOException {
        var list = folder.resolve("targets.simple.csv");
        Files.writeString(list, """
            id,schema,name,aliases,birth_date,countries,dataset
            Q901,Person,Viktor Sokolov,Wiktor Sokolow,1961-04-12,ru,Example sanctions list
            """);
        return Map.of("SLUICE_SCREENING", "list", "SLUICE_SCREENING_LIST", list.toString());
    }

    /// Creates a payout to a recipient on the list.
    private void screened() {
        var id = paid("Viktor Sokolov", "9999000041", "8200000", "INV-2609");
        var path = OPERATOR + "/screening/" + shop.merchant().organizationId() + "/" + id;
        shop.keep("screening", path);
        Shop.await("a hit", () -> {
            shop.calendar().pass(Duration.ofMillis(250));
            return operator.get(path).body().contains(path + "/clear");
        });
    }

    /// Requests an API client with access to payouts; a second person has to approve that.
    private void change() {
        shop.sent(owner, "/dashboard/team/dual-control", Map.of("state", "on"));
        var asked = shop.sent(
                owner,
                "/dashboard/developers/keys/client",
                Map.of("label", "Payroll", "scopes", "payouts", "reason", "Salaries from December on"));
        shop.keep("change", asked.substring(asked.lastIndexOf('/') + 1));
        var off = Map.of("state", "off");
        var ending = shop.sent(owner, "/dashboard/team/dual-control", off);
        shop.sent(shop.person(Role.ADMIN), ending + "/approve", Map.of("reason", "Only for the move"));
        shop.sent(owner, "/dashboard/team/dual-control", off);
    }

    private void programs() {
        shop.sent(
                owner,
                "/dashboard/developers/keys/client",
                Map.of("label", "Warehouse", "scopes", "payouts", "allowlist", "203.0.113.0/24"));
        shop.sent(owner, "/dashboard/developers/keys/client", Map.of("label", "Point of sale", "scopes", "deposits"));
        shop.sent(
                developer,
                "/dashboard/developers/keys/key",
                Map.of("label", "Nightly reconciliation", "scopes", "read", "allowlist", "198.51.100.7"));
    }

    private void endpoints() {
        endpoint("endpoint", shop.good.url().toString(), "Storefront", "");
        endpoint("brokenEndpoint", shop.broken.url().toString(), "Accounting", ",\"types\":[\"deposit.*\"]");
        var off = endpoint(
                "offEndpoint", "https://hooks.kopinusantara.example/old", "Before the move", ",\"types\":[\"*\"]");
        shop.sent(developer, "/dashboard/developers/webhooks/" + off + "/disable", Map.of());
    }

    private String endpoint(String name, String url, String description, String more) {
        var created = shop.made(
                "/v1/webhook/endpoint",
                "{\"url\":\"" + url + "\",\"description\":\"" + description + "\"" + more + "}");
        return shop.keep(name, text(created, "id"));
    }

    private String paid(String name, String account, String amount, String reference) {
        var id = shop.merchant().paidItem(Shop.item(name, account, amount, reference));
        return shop.keep(reference, id);
    }

    /// Creates a payout in each final state.
    private void payouts() {
        var done = paid("Siti Rahayu", "5270314866", "4750000", "INV-2602");
        var failed = paid("Rizky Ananda", "9999000002", "1850000", "INV-2603");
        var returned = paid("Toko Mesin Jaya", "9999000011", "12400000", "INV-2604");
        shop.settle("fiat", List.of(done, failed, returned));
        Shop.await("a return", () -> {
            shop.calendar().pass(Duration.ofMillis(250));
            return text(shop.look("/v1/disbursement/fiat/" + returned), "status")
                    .equals("reversed");
        });
        shop.merchant()
                .cancel(paid("Nadia Putri", "9999000032", "990000", "INV-2606"))
                .expect(200);
    }

    /// Creates payments that are still pending.
    private void underWay() {
        var unknown = paid("Yoga Permana", "9999000023", "2150000", "INV-2605");
        Shop.await("an unknown outcome", () -> {
            shop.calendar().pass(Duration.ofMillis(250));
            return text(shop.look("/v1/disbursement/fiat/" + unknown), "statusDetail")
                    .equals("unknown");
        });
        paid("Nadia Putri", "9999000032", "990000", "INV-2607");
        paid("PT Kemasan Prima", "9999000034", "9750000", "INV-2608");
        token("usdt-base", "0x0000000000000000000000000000000000999034", "1500", "WD-1110", "");
        asked("ORD-88397", "QRIS", "412500");
        asked("ORD-88398", "014_VA", "1875000");
        var waiting = shop.made(
                "/v1/deposit/crypto",
                "{\"inputCurrency\":\"usdc-stellar\",\"inputAmount\":95,\"reference\":\"ORD-88400\"}");
        shop.keep("ORD-88400", text(waiting, "depositId"));
    }

    private void tokens() {
        var done = token("usdc-polygon", WALLET, "480.25", "WD-1107", "");
        var failed = token("usdc-polygon", "0x0000000000000000000000000000000000999001", "75", "WD-1108", "");
        var stellar = token(
                "usdc-stellar",
                "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ",
                "310.5",
                "WD-1109",
                ",\"memo\":\"210458\"");
        shop.settle("crypto", List.of(done, failed, stellar));
    }

    private String token(String token, String wallet, String amount, String reference, String more) {
        var json = """
            {"token":"%s","receivers":[{"receiverWalletAddress":"%s","amount":%s,"reference":"%s"%s}]}\
            """;
        var created = shop.made("/v1/disbursement/crypto", json.formatted(token, wallet, amount, reference, more));
        return shop.keep(reference, Merchant.id(created.path("disburseData").get(0)));
    }

    private String asked(String reference, String method, String amount) {
        var created =
                shop.made("/v1/deposit/fiat", Merchant.deposit(method, amount, "\"reference\":\"" + reference + "\""));
        return shop.keep(reference, text(created, "depositId"));
    }

    private void pays(String id, String how) {
        shop.made("/v1/sandbox/deposit/" + id + "/pay", how);
        shop.settleDeposit(id);
    }

    private void deposits() {
        pays(asked("ORD-88391", "QRIS", "365000"), "{}");
        pays(asked("ORD-88392", "014_TRANSFER", "1250000"), "{\"amount\":1200000}");
        pays(asked("ORD-88393", "014_TRANSFER", "840000"), "{\"amount\":900000}");
        pays(asked("ORD-88394", "014_TRANSFER", "560000"), "{\"amount\":500000}");
        var refunded = asked("ORD-88395", "014_VA", "725000");
        pays(refunded, "{}");
        shop.made("/v1/deposit/" + refunded + "/refund", "{\"amount\":225000,\"reason\":\"One bag was missing\"}");
        shop.merchant()
                .client()
                .patch("/v1/deposit/" + asked("ORD-88396", "OVO", "98000") + "/cancel", null)
                .expect(200);
        var tokens = shop.made(
                "/v1/deposit/crypto",
                "{\"inputCurrency\":\"usdc-polygon\",\"inputAmount\":180,\"reference\":\"ORD-88399\"}");
        pays(shop.keep("ORD-88399", text(tokens, "depositId")), "{}");
    }

    private void conversions() {
        for (var sum : List.of("2500", "4000", "1250.5")) {
            var created = shop.made(
                    "/v1/convert",
                    "{\"input\":{\"currency\":\"usdc-polygon\",\"amount\":" + sum
                            + "},\"output\":{\"currency\":\"IDR\"}}");
            shop.keep("conversion", text(created, "convertId"));
            minutes(3);
        }
    }

    private void checkouts() {
        int number = 88_410;
        for (var name : List.of("qr", "account", "paid", "wallet", "choice")) {
            checkout(name, "ORD-" + number++, "287500");
        }
    }

    private void checkout(String name, String reference, String amount) {
        var json = """
            {"inputCurrency":"IDR","inputAmount":%s,"customerName":"Intan Maharani","reference":"%s",\
            "successUrl":"https://kopinusantara.example/thanks",\
            "cancelUrl":"https://kopinusantara.example/cart"}\
            """;
        var created = shop.made("/v1/checkout", json.formatted(amount, reference));
        shop.keep("checkout." + name, text(created, "url").replaceAll("^https?://[^/]+", ""));
        shop.keep("checkoutId." + name, text(created, "url").replaceAll(".*/", ""));
    }

    private void rules() {
        var kinds = List.of(
                Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "15000000", "effect", "APPROVE"),
                Map.of("kind", "TOTAL_AMOUNT", "asset", "USD", "amount", "100000", "span", "1", "unit", "days"),
                Map.of("kind", "PAYOUT_COUNT", "payouts", "500", "span", "1", "unit", "hours", "maker", "API"),
                Map.of("kind", "WALLET_ALLOWLIST"),
                Map.of("kind", "NEW_PAYEE", "span", "24", "unit", "hours", "maker", "MAKER"));
        for (var kind : kinds) {
            var rule = new HashMap<>(kind);
            rule.putIfAbsent("effect", kind.containsKey("maker") ? "APPROVE" : "REFUSE");
            shop.sent(owner, POLICY + "/new", rule);
        }
        shop.sent(
                owner,
                POLICY + "/wallets",
                Map.of("network", "polygon", "wallet", WALLET, "label", "Treasury, cold wallet"));
        shop.sent(
                owner,
                POLICY + "/wallets",
                Map.of(
                        "network", "base",
                        "wallet", "0x0000000000000000000000000000000000999034",
                        "label", "Exchange desk"));
        send("Andi Firmansyah", "5270314920", "8500000", "INV-2610");
        send("CV Tani Makmur Gayo", "5270314921", "21600000", "INV-2611");
        shop.keep("waiting", shop.merchant().paidItem(Shop.item("Siti Rahayu", "5270314866", "16250000", "INV-2612")));
        new Uploaded(shop, maker).waiting(shop.person(Role.CHECKER));
        var rejected = send("Jasa Cepat", "5270314930", "7450000", "INV-2609");
        shop.sent(
                shop.person(Role.CHECKER),
                "/dashboard/approvals/reject",
                Map.of("payout", rejected, "reason", "The invoice is of another company"));
        shop.keep("rejected", rejected);
    }

    private String send(String name, String account, String amount, String reference) {
        var typed = Map.of(
                "kind",
                "fiat",
                "unit",
                "IDR",
                "amount",
                amount,
                "reference",
                reference,
                "to",
                "new",
                "recipient.bank.accountName",
                name,
                "recipient.bank.accountNumber",
                account,
                "recipient.bank.bankCode",
                "014");
        var review = ByHand.review(maker, typed).body();
        return shop.sent(maker, ByHand.SEND, ByHand.reviewed(review)).replaceAll(".*/", "");
    }

    private void team() {
        shop.sent(
                owner,
                "/dashboard/team",
                Map.of("email", "gilang@kopinusantara.example", "name", "Gilang Ramadhan", "role", "MAKER"));
        shop.sent(
                owner,
                "/dashboard/team",
                Map.of("email", "hana@kopinusantara.example", "name", "Hana Wijaya", "role", "VIEWER"));
        var left = shop.userId("hana@kopinusantara.example");
        shop.sent(owner, "/dashboard/team/" + left + "/end", Map.of());
    }

    private void settings() {
        shop.sent(
                owner,
                "/dashboard/settings/branding",
                Map.of(
                        "brand", "#5b3a1e",
                        "accent", "#8a4b12",
                        "payerName", "Kopi Nusantara",
                        "supportEmail", "help@kopinusantara.example",
                        "supportUrl", "https://kopinusantara.example/help"));
        var logo = owner.upload("/dashboard/settings/logo", Map.of(), "logo.png", Shop.logo());
        assertThat(logo.statusCode()).isEqualTo(303);
        shop.sent(
                owner,
                "/dashboard/notifications/thresholds",
                Map.of("threshold.IDR", "500000000", "threshold.USD", "50000", "threshold.usdc-polygon", "300000"));
    }

    /// Overrides the terms and limits of one organization.
    private void agreements() {
        var organization = OPERATOR + "/organizations/" + shop.merchant().organizationId();
        var terms = AgreementForm.path(shop.merchant().organizationId());
        shop.sent(operator, terms, AgreementForm.form("PAYOUT", "IDR", "", Map.of("flat", "1500", "percentage", "0")));
        var qr = Map.of("flat", "0", "percentage", "0.6", "max", "5000000");
        shop.sent(operator, terms, AgreementForm.form("DEPOSIT", "IDR", "QRIS", qr));
        shop.sent(
                operator,
                organization + "/conversions",
                Map.of(
                        "pair",
                        "USDC/IDR",
                        "flat",
                        "0",
                        "percentage",
                        "0.4",
                        "max",
                        "25000",
                        "reason",
                        AgreementForm.WHY));
        shop.sent(
                operator,
                organization + "/limits/day",
                Map.of("asset", "IDR", "max", "2500000000", "reason", AgreementForm.WHY));
    }

    private void operators() {
        agreements();
        var settled = text(
                shop.look("/v1/deposit/" + shop.at("ORD-88394"))
                        .path("payments")
                        .get(0),
                "paymentId");
        var path = OPERATOR + "/exceptions/" + shop.merchant().organizationId() + "/";
        shop.sent(
                operator, path + settled + "/credit", Map.of("reason", "The customer paid what was left in the shop"));
        shop.keep("settled", path + settled);
        var review = text(
                shop.look("/v1/deposit/" + shop.at("ORD-88392"))
                        .path("payments")
                        .get(0),
                "paymentId");
        shop.keep("review", path + review);
        shop.sent(
                operator,
                OPERATOR + "/prices",
                Map.of("base", "USDC", "quote", "IDR", "price", "16655", "reason", "The market moved"));
        shop.sent(operator, OPERATOR + "/ledger/proof", Map.of("reason", "The day's end"));
        Shop.await("the proof", () -> operator.get(OPERATOR + "/ledger").body().contains("No faults"));
    }
}
