package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.auth.Allowlist;
import dev.sluice.auth.Scope;
import dev.sluice.change.ProposedChange;
import dev.sluice.merchant.Role;
import dev.sluice.ownership.Ask;
import dev.sluice.ownership.ChangeAnswer;
import dev.sluice.ownership.OwnershipNode;
import dev.sluice.ownership.Participant;
import java.net.URI;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;

/// Creates one resource of each kind that pages identify by an id, so that tests can request it as another
/// organization.
abstract class BelongingsCase extends ImportFileCase {
    private static final String DEVELOPERS = "/dashboard/developers/";
    private static final String ID = "([0-9a-f-]{36})";

    /// Returns form data that is valid for each resource, so that only the id in the path can be wrong.
    static Map<String, String> form(URI hook) {
        return Map.ofEntries(
                Map.entry("formKey", UUID.randomUUID().toString()),
                Map.entry("role", "MAKER"),
                Map.entry("reason", "x"),
                Map.entry("name", "Budi Santoso"),
                Map.entry("email", "budi@example.com"),
                Map.entry("address", "Jalan Braga 99"),
                Map.entry("city", "Bandung"),
                Map.entry("postCode", "40111"),
                Map.entry("bank.currency", "IDR"),
                Map.entry("bank.country", "ID"),
                Map.entry("bank.accountName", "Budi Santoso"),
                Map.entry("bank.bankName", "Bank Central Asia"),
                Map.entry("bank.accountNumber", "1234567891"),
                Map.entry("bank.paymentCode", "014"),
                Map.entry("url", hook.toString()),
                Map.entry("types", "recipient.*"),
                Map.entry("since", anHourAgo()),
                Map.entry("status", "completed"));
    }

    private static String anHourAgo() {
        return LocalDateTime.ofInstant(service.clocks().instant(), ZoneOffset.UTC)
                .minusHours(1)
                .toString();
    }

    /// Creates the resources and returns their ids by the prefix of their pages' paths.
    ///
    /// @param hook URL of the organization's webhook endpoint
    static Map<String, String> belongings(Merchant merchant, Person owner, URI hook) {
        var all = new HashMap<>(payments(merchant));
        all.putAll(files(owner));
        all.putAll(programs(merchant, owner, hook));
        all.putAll(rules(owner));
        all.put("/dashboard/team/", invited(owner));
        all.put("/dashboard/ownership/", ownerChange(merchant));
        all.put("/dashboard/changes/", change(merchant));
        return Map.copyOf(all);
    }

    private static Map<String, String> payments(Merchant merchant) {
        var payout = merchant.paid("1234567890", "10000");
        merchant.await(payout, "completed");
        var checkout = merchant.client()
                .post("/v1/checkout", "{\"inputCurrency\":\"IDR\",\"inputAmount\":250000}")
                .expect(200)
                .data();
        var exchange = """
            {"input":{"currency":"usdc-polygon","amount":10},"output":{"currency":"IDR"}}\
            """;
        var conversion =
                merchant.client().post("/v1/convert", exchange).expect(201).data();
        return Map.of(
                "/dashboard/payouts/", payout,
                "/dashboard/deposits/", merchant.createDeposit("014_VA", "150000"),
                "/dashboard/checkouts/", Merchant.text(checkout, "id"),
                "/dashboard/conversions/", Merchant.text(conversion, "convertId"));
    }

    private static Map<String, String> files(Person owner) {
        var confirmed = sent(
                owner,
                "/dashboard/payouts/bulk",
                "currency,amount,account_name,account_number,bank_code,reference",
                "IDR,20000,Siti Rahayu,1234567890,014,A-0");
        assertThat(owner.post("/dashboard/payouts/bulk/" + confirmed + "/confirm", Map.of())
                        .statusCode())
                .isEqualTo(303);
        return Map.of(
                "/dashboard/approvals/files/",
                confirmed,
                "/dashboard/payouts/bulk/",
                sent(
                        owner,
                        "/dashboard/payouts/bulk",
                        "currency,amount,account_name,account_number,bank_code,reference",
                        "IDR,10000,Siti Rahayu,1234567890,014,A-1"),
                "/dashboard/deposits/import/",
                sent(
                        owner,
                        "/dashboard/deposits/import",
                        "input_currency,amount,payment_method,output_currency,reference,note",
                        "IDR,250000,014_VA,,R-1,"),
                "/dashboard/recipients/import/",
                sent(
                        owner,
                        "/dashboard/recipients/import",
                        "name,email,address,city,post_code,currency,country,account_name,bank_name,account_number",
                        "Siti Rahayu,siti2@example.com,Jl. Braga 9,Bandung,40111,IDR,ID,Siti Rahayu,"
                                + "Bank Central Asia,1234567892"));
    }

    /// Uploads a file of one row and returns its id.
    private static String sent(Person owner, String folder, String titles, String row) {
        return uploaded(owner, folder, csv(titles, List.of(row))).substring(folder.length() + 1);
    }

    private static Map<String, String> programs(Merchant merchant, Person owner, URI hook) {
        var endpoint = merchant.client()
                .post("/v1/webhook/endpoint", "{\"url\":\"" + hook + "\",\"types\":[\"recipient.*\"]}")
                .expect(201)
                .data();
        var webhook = Merchant.text(endpoint, "id");
        var recipient = merchant.storedInIndonesia();
        var event = merchant.client()
                .get("/v1/event")
                .expect(200)
                .data()
                .path("docs")
                .get(0);
        var program = service.apiClients().create(merchant.organizationId(), "till", Set.of(Scope.READ), Allowlist.ANY);
        return Map.of(
                "/dashboard/recipients/",
                recipient,
                DEVELOPERS + "webhooks/",
                webhook,
                DEVELOPERS + "events/",
                Merchant.text(event, "id"),
                DEVELOPERS + "deliveries/",
                named(owner, DEVELOPERS + "webhooks/" + webhook, "deliveries/"),
                DEVELOPERS + "requests/",
                named(owner, DEVELOPERS + "requests", "requests/"),
                DEVELOPERS + "keys/key/",
                named(owner, DEVELOPERS + "keys", "keys/key/"),
                DEVELOPERS + "keys/client/",
                program.client().id().toString());
    }

    private static Map<String, String> rules(Person owner) {
        owner.post("/dashboard/policy/new", Map.of("kind", "WALLET_ALLOWLIST", "effect", "REFUSE"));
        owner.post(
                "/dashboard/policy/wallets",
                Map.of(
                        "network", "polygon",
                        "wallet", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                        "label", "Treasury"));
        return Map.of(
                "/dashboard/policy/rules/", named(owner, "/dashboard/policy", "policy/rules/"),
                "/dashboard/policy/wallets/", named(owner, "/dashboard/policy", "policy/wallets/"));
    }

    /// Invites a user and returns their id.
    private static String invited(Person owner) {
        var email = UUID.randomUUID() + "@other.example";
        assertThat(owner.post("/dashboard/team", Map.of("email", email, "name", "Budi", "role", "VIEWER"))
                        .statusCode())
                .isEqualTo(303);
        return users().find(email).orElseThrow().id().toString();
    }

    /// Waits until a page contains an id, because some resources are stored asynchronously.
    private static String named(Person owner, String page, String before) {
        var pattern = Pattern.compile(before + ID);
        await(() -> pattern.matcher(owner.get(page).body()).find());
        var matcher = pattern.matcher(owner.get(page).body());
        assertThat(matcher.find()).as(before).isTrue();
        return matcher.group(1);
    }

    /// Creates a pending change request.
    private static String change(Merchant merchant) {
        var requester = new ProposedChange.Requester(UUID.randomUUID(), "Budi", null);
        var proposed = new ProposedChange(
                merchant.organizationId(), requester, "team", null, "/dashboard/team", List.of(), new TreeMap<>(), "");
        return changeRequests().request(proposed).id().toString();
    }

    /// Creates a pending change of owners by an operator.
    private static String ownerChange(Merchant merchant) {
        var operator = users().create(
                        merchant.organizationId(), UUID.randomUUID() + "@ops.example", "Ops", Role.OPERATOR)
                .user();
        var asked = OwnershipNode.beside(service)
                .changes()
                .inviteOwner(
                        new Ask(merchant.organizationId(), Participant.of(operator), "Asked by phone", "en"),
                        UUID.randomUUID() + "@other.example",
                        "Budi",
                        OwnershipNode::invitation);
        assertThat(asked).isInstanceOf(ChangeAnswer.Pending.class);
        return ((ChangeAnswer.Pending<String>) asked).change().request().id().toString();
    }
}
