package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.app.TestService;
import dev.sluice.auth.Allowlist;
import dev.sluice.auth.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// API1:2023, broken object level authorization: a stranger requests another organization's objects by every id in the
/// contract. Each answer is the one for an id that never existed, and the object stays unchanged.
class ObjectLevelTest {
    /// Parameters that identify no object of an organization, with the reason.
    private static final Map<String, String> OPEN = Map.of(
            "GET /checkout/{checkoutId} path checkoutId", "the page of a payer, who knows its address: CheckoutTest",
            "POST /checkout/{checkoutId} path checkoutId", "the page of a payer: CheckoutTest",
            "GET /checkout/{checkoutId}/logo path checkoutId", "the page of a payer: CheckoutDesignTest",
            "GET /checkout/{checkoutId}/status path checkoutId", "the page of a payer: CheckoutTest",
            "GET /checkout/{checkoutId}/events path checkoutId", "the page of a payer: CheckoutTest",
            "POST /checkout/{checkoutId}/pay path checkoutId", "the sandbox's payer: CheckoutTest",
            "GET /proof/{token} path token", "a signed link that anybody may follow: ProofLinkTest");

    /// Prefix of the sandbox wallet's path. Its parts identify no object either, because the wallet is a payer's
    /// telephone.
    private static final String WALLET = " /sandbox/wallet/";

    private static final String PAY_V1 =
            "{'disburseData':[{'currency':'IDR','recipientId':'<recipient>','amount':10000}]}";
    private static final String PAY_V2 =
            "{'currency':'IDR','disburseData':[{'recipientId':'<recipient>','amount':10000}]}";
    private static final String DEPOSIT = "{'inputCurrency':'IDR','outputCurrency':'usdc-polygon',"
            + "'balanceType':'crypto','paymentMethod':'014_VA','inputAmount':1000000,'quoteId':'<depositQuote>'}";
    private static final String PAYEE = "{'name':'Taken','email':'taken@example.com','address':'Jalan Braga 99',"
            + "'city':'Bandung','postCode':'40111','bank':{'accountName':'Taken','currency':'IDR','country':'ID',"
            + "'bankName':'Bank Central Asia','accountNumber':'1234567890','paymentCode':'014'}%s}";

    /// Placeholder for a paid deposit of the stranger's own: the victim's objects are not found in any other part
    /// of the request.
    private static final String OWN = "<own>";

    /// Each place of the contract that identifies an object, with a request for a victim's object there.
    private static final List<Attempt> ATTEMPTS = List.of(
            get("/v1/recipient/{id} path id", "/v1/recipient/<recipient>"),
            new Attempt("PATCH /v1/recipient/{id} path id", "/v1/recipient/<recipient>", PAYEE.formatted("")),
            new Attempt("DELETE /v1/recipient/{id} path id", "/v1/recipient/<recipient>", null),
            new Attempt("POST /v1/disbursement/fiat body disburseData.recipientId", "/v1/disbursement/fiat", PAY_V1),
            new Attempt("POST /v2/disbursement/fiat body disburseData.recipientId", "/v2/disbursement/fiat", PAY_V2),
            get("/v1/disbursement/fiat/{disbursementId} path disbursementId", "/v1/disbursement/fiat/<payout>"),
            get(
                    "/v1/disbursement/fiat/{disbursementId}/report path disbursementId",
                    "/v1/disbursement/fiat/<payout>/report"),
            get("/v1/disbursement/fiat query disbursementId", "/v1/disbursement/fiat?disbursementId=<payout>"),
            get("/v1/disbursement/fiat query groupId", "/v1/disbursement/fiat?groupId=<payoutGroup>"),
            get("/v1/disbursement/fiat query recipientId", "/v1/disbursement/fiat?recipientId=<recipient>"),
            get("/v1/recipient query search", "/v1/recipient?search=<payeeName>"),
            get("/v1/recipient query search", "/v1/recipient?search=<payeeEmail>"),
            get("/v1/disbursement/fiat query bankReference", "/v1/disbursement/fiat?bankReference=<bankReference>"),
            get("/v1/disbursement/fiat query reference", "/v1/disbursement/fiat?reference=<payoutReference>"),
            new Attempt(
                    "PATCH /v1/disbursement/{disbursementId} path disbursementId",
                    "/v1/disbursement/<payout>",
                    "{'status':'failed'}"),
            new Attempt(
                    "PATCH /v1/disbursement/{disbursementId} path disbursementId",
                    "/v1/disbursement/<cryptoPayout>",
                    "{'status':'failed'}"),
            new Attempt(
                    "PATCH /v1/disbursement/{disbursementId}/cancel path disbursementId",
                    "/v1/disbursement/<payout>/cancel",
                    null),
            new Attempt(
                    "PATCH /v1/disbursement/{disbursementId}/cancel path disbursementId",
                    "/v1/disbursement/<cryptoPayout>/cancel",
                    null),
            get(
                    "/v1/disbursement/crypto/{disbursementIdOrReference} path disbursementIdOrReference",
                    "/v1/disbursement/crypto/<cryptoPayout>"),
            get(
                    "/v1/disbursement/crypto/{disbursementIdOrReference} path disbursementIdOrReference",
                    "/v1/disbursement/crypto/<cryptoPayoutReference>"),
            get(
                    "/v1/disbursement/crypto query disbursementId",
                    "/v1/disbursement/crypto?disbursementId=<cryptoPayout>"),
            get("/v1/disbursement/crypto query groupId", "/v1/disbursement/crypto?groupId=<cryptoPayoutGroup>"),
            get("/v1/disbursement/crypto query reference", "/v1/disbursement/crypto?reference=<cryptoPayoutReference>"),
            get(
                    "/v1/disbursement/crypto query receiverAddress",
                    "/v1/disbursement/crypto?receiverAddress=<receiverAddress>"),
            get("/v1/disbursement/crypto query tokenAddress", "/v1/disbursement/crypto?tokenAddress=<tokenAddress>"),
            get("/v1/disbursement/crypto query txHash", "/v1/disbursement/crypto?txHash=<cryptoPayoutHash>"),
            get("/v1/deposit/fiat/{depositIdOrReference} path depositIdOrReference", "/v1/deposit/fiat/<deposit>"),
            get(
                    "/v1/deposit/fiat/{depositIdOrReference} path depositIdOrReference",
                    "/v1/deposit/fiat/<depositReference>"),
            get("/v1/deposit/fiat/{depositIdOrReference} path depositIdOrReference", "/v1/deposit/fiat/<checkout>"),
            get("/v1/deposit/fiat query depositBulkId", "/v1/deposit/fiat?depositBulkId=<depositBulk>"),
            get("/v1/deposit/crypto query depositBulkId", "/v1/deposit/crypto?depositBulkId=<depositBulk>"),
            get("/v1/deposit/fiat query reference", "/v1/deposit/fiat?reference=<depositReference>"),
            get(
                    "/v1/deposit/crypto/{depositIdOrReference} path depositIdOrReference",
                    "/v1/deposit/crypto/<cryptoDeposit>"),
            get(
                    "/v1/deposit/crypto/{depositIdOrReference} path depositIdOrReference",
                    "/v1/deposit/crypto/<cryptoDepositReference>"),
            get("/v1/deposit/crypto query reference", "/v1/deposit/crypto?reference=<cryptoDepositReference>"),
            get("/v1/deposit/crypto query transactionHash", "/v1/deposit/crypto?transactionHash=<cryptoDepositHash>"),
            get("/v1/deposit/{depositIdOrReference} path depositIdOrReference", "/v1/deposit/<deposit>"),
            get("/v1/deposit/{depositIdOrReference} path depositIdOrReference", "/v1/deposit/<depositReference>"),
            get("/v1/deposit query reference", "/v1/deposit?reference=<depositReference>"),
            get("/v1/deposit query transactionHash", "/v1/deposit?transactionHash=<cryptoDepositHash>"),
            new Attempt(
                    "PATCH /v1/deposit/{depositIdOrReference} path depositIdOrReference",
                    "/v1/deposit/<deposit>",
                    "{'status':'completed'}"),
            new Attempt(
                    "PATCH /v1/deposit/{depositIdOrReference} path depositIdOrReference",
                    "/v1/deposit/<depositReference>",
                    "{'status':'completed'}"),
            new Attempt("PATCH /v1/deposit/{depositId}/cancel path depositId", "/v1/deposit/<deposit>/cancel", null),
            new Attempt(
                    "POST /v1/deposit/{depositId}/refund path depositId",
                    "/v1/deposit/<deposit>/refund",
                    "{'amount':1000}"),
            new Attempt(
                    "POST /v1/deposit/{depositId}/refund body paymentId",
                    "/v1/deposit/" + OWN + "/refund",
                    "{'paymentId':'<payment>'}"),
            new Attempt(
                    "POST /v1/sandbox/deposit/{depositId}/pay path depositId",
                    "/v1/sandbox/deposit/<deposit>/pay",
                    "{}"),
            new Attempt("POST /v1/deposit/fiat body quoteId", "/v1/deposit/fiat", DEPOSIT),
            new Attempt(
                    "POST /v1/deposit/fiat/bulk body depositData.quoteId",
                    "/v1/deposit/fiat/bulk",
                    "{'depositData':[" + DEPOSIT + "]}"),
            new Attempt(
                    "POST /v1/deposit/crypto body quoteId",
                    "/v1/deposit/crypto",
                    "{'inputCurrency':'usdc-polygon','inputAmount':100,'outputCurrency':'IDR','quoteId':'<quote>'}"),
            new Attempt(
                    "POST /v1/convert body quoteId",
                    "/v1/convert",
                    "{'input':{'currency':'usdc-polygon','amount':100},'output':{'currency':'IDR'},"
                            + "'quoteId':'<quote>'}"),
            get("/v1/convert/{convertId} path convertId", "/v1/convert/<convert>"),
            get("/v1/webhook/endpoint/{endpointId} path endpointId", "/v1/webhook/endpoint/<endpoint>"),
            new Attempt(
                    "PATCH /v1/webhook/endpoint/{endpointId} path endpointId",
                    "/v1/webhook/endpoint/<endpoint>",
                    "{'url':'http://127.0.0.1:2/taken'}"),
            new Attempt(
                    "DELETE /v1/webhook/endpoint/{endpointId} path endpointId",
                    "/v1/webhook/endpoint/<endpoint>",
                    null),
            new Attempt(
                    "POST /v1/webhook/endpoint/{endpointId}/secret/rotate path endpointId",
                    "/v1/webhook/endpoint/<endpoint>/secret/rotate",
                    null),
            new Attempt(
                    "POST /v1/webhook/endpoint/{endpointId}/test path endpointId",
                    "/v1/webhook/endpoint/<endpoint>/test",
                    null),
            get(
                    "/v1/webhook/endpoint/{endpointId}/delivery path endpointId",
                    "/v1/webhook/endpoint/<endpoint>/delivery"),
            get(
                    "/v1/webhook/endpoint/{endpointId}/delivery query eventId",
                    "/v1/webhook/endpoint/<endpoint>/delivery?eventId=<event>"),
            new Attempt(
                    "POST /v1/webhook/endpoint/{endpointId}/redeliver path endpointId",
                    "/v1/webhook/endpoint/<endpoint>/redeliver",
                    "{'since':'" + Instant.now().minusSeconds(3600) + "'}"),
            get("/v1/webhook/delivery/{deliveryId} path deliveryId", "/v1/webhook/delivery/<delivery>"),
            new Attempt(
                    "POST /v1/webhook/delivery/{deliveryId}/redeliver path deliveryId",
                    "/v1/webhook/delivery/<delivery>/redeliver",
                    null),
            get("/v1/event query after", "/v1/event?after=<event>"),
            get("/v1/event/{eventId} path eventId", "/v1/event/<event>"));

    /// Expected statuses other than 404: of filters that find nothing, and of a body that identifies nothing.
    private static final Map<String, Integer> OTHER_STATUS = Map.of(
            "PATCH /v1/disbursement/{disbursementId} path disbursementId", 400,
            "PATCH /v1/deposit/{depositIdOrReference} path depositIdOrReference", 400,
            "GET /v1/event query after", 400,
            "POST /v1/deposit/{depositId}/refund body paymentId", 400,
            "POST /v1/disbursement/fiat body disburseData.recipientId", 400,
            "POST /v2/disbursement/fiat body disburseData.recipientId", 400,
            "POST /v1/deposit/fiat body quoteId", 400,
            "POST /v1/deposit/fiat/bulk body depositData.quoteId", 400,
            "POST /v1/deposit/crypto body quoteId", 400,
            "POST /v1/convert body quoteId", 400);

    private static TestService service;
    private static Victim victim;

    @BeforeAll
    static void start() {
        service = TestService.start();
        victim = new Victim(service);
    }

    @AfterAll
    static void stop() {
        victim.close();
        service.close();
    }

    private static Attempt get(String place, String target) {
        return new Attempt("GET " + place, target, null);
    }

    @Test
    void every_id_of_the_contract_is_tried() {
        var tried = new TreeSet<>(ATTEMPTS.stream().map(Attempt::place).toList());
        tried.addAll(OPEN.keySet());
        var named = new TreeSet<>(Names.ofObjects());
        named.removeIf(place -> place.contains(WALLET) || place.endsWith(" body organizationId"));
        assertThat(tried).as("a new operation with an id needs an attempt here").isEqualTo(named);
    }

    @Test
    void anothers_objects_are_as_if_they_never_were() {
        var before = victim.sight();
        try (var merchant = Merchant.at(service)) {
            var created = service.apiClients().create(merchant.organizationId(), "stranger", Scope.ALL, Allowlist.ANY);
            var own = merchant.createDeposit("014_VA", "150000");
            merchant.payIn(own, null).expect(200);
            var ownPayment =
                    merchant.awaitDeposit(own, "completed").path("payments").get(0);
            try (var signing =
                    TestClient.signing(service.baseUrl(), created.client().clientId(), created.secret())) {
                for (var stranger : List.of(merchant.client(), signing)) {
                    SoftAssertions.assertSoftly(
                            all -> ATTEMPTS.forEach(attempt -> assertNeverWas(all, stranger, attempt.with(own))));
                }
            }
            assertThat(merchant.payouts()).isZero();
            var refund = "/v1/deposit/" + own + "/refund";
            var refused = merchant.client()
                    .post(refund, victim.filled("{\"paymentId\":\"<payment>\"}"))
                    .expect(400);
            assertThat(Merchant.text(refused.json().at("/details/0"), "field")).isEqualTo("paymentId");
            var theirs = "{\"paymentId\":\"" + Merchant.text(ownPayment, "paymentId") + "\"}";
            merchant.client().post(refund, theirs).expect(201);
        }
        assertThat(victim.sight()).isEqualTo(before);
    }

    private static void assertNeverWas(SoftAssertions all, TestClient stranger, Attempt attempt) {
        var theirs = attempt.send(stranger, victim::filled);
        var nobodys = attempt.send(stranger, template -> victim.filled(neverWas(template)));
        boolean filter = attempt.place().startsWith("GET ")
                && attempt.place().contains(" query ")
                && !attempt.target().contains("/endpoint/");
        int status = filter && nobodys.status() == 200 ? 200 : OTHER_STATUS.getOrDefault(attempt.place(), 404);
        all.assertThat(theirs.status()).as(attempt + ": " + theirs).isEqualTo(status);
        all.assertThat(nobodys.status()).as(attempt + ": " + nobodys).isEqualTo(status);
        all.assertThat(essence(theirs)).as(attempt.toString()).isEqualTo(essence(nobodys));
        if (status == 200) {
            all.assertThat(theirs.data().path("docs")).as(attempt.toString()).isEmpty();
        }
    }

    /// Returns the template with ids that differ from the victim's in their last character.
    private static String neverWas(String template) {
        var text = template;
        for (var kind : KINDS) {
            var id = victim.id(kind);
            char last = id.charAt(id.length() - 1);
            var other = id.substring(0, id.length() - 1) + (last == 'b' ? 'c' : 'b');
            text = text.replace("<" + kind + ">", other.replace(" ", "%20"));
        }
        return text;
    }

    private static final List<String> KINDS = List.of(
            "recipient",
            "payeeName",
            "payeeEmail",
            "receiverAddress",
            "tokenAddress",
            "bankReference",
            "payout",
            "payoutReference",
            "payoutGroup",
            "cryptoPayout",
            "cryptoPayoutReference",
            "cryptoPayoutGroup",
            "cryptoPayoutHash",
            "deposit",
            "depositReference",
            "depositBulk",
            "payment",
            "cryptoDeposit",
            "cryptoDepositReference",
            "cryptoDepositHash",
            "checkout",
            "quote",
            "depositQuote",
            "convert",
            "endpoint",
            "delivery",
            "event");

    /// Returns an answer without the parts that differ from request to request.
    private static List<Object> essence(Reply reply) {
        var names = new ArrayList<>(reply.headers().map().keySet());
        names.sort(Comparator.naturalOrder());
        return List.of(
                reply.status(),
                names,
                Stream.of("statusCode", "code", "error", "message", "details", "data")
                        .map(name -> reply.json().path(name).toString())
                        .toList());
    }

    /// A request for a victim's object.
    private record Attempt(
            String place, String target, @Nullable String body) {
        /// Returns the request with a deposit of the stranger's own if one is needed.
        Attempt with(String own) {
            return new Attempt(place, target.replace(OWN, own), body);
        }

        Reply send(TestClient stranger, java.util.function.UnaryOperator<String> filled) {
            var method = Arrays.asList(place.split(" ")).getFirst();
            var json = body == null ? null : filled.apply(body.replace('\'', '"'));
            var headers = method.equals("GET")
                    ? Map.<String, String>of()
                    : Map.of("Idempotency-Key", java.util.UUID.randomUUID().toString());
            return stranger.send(method, filled.apply(target), json, headers);
        }
    }
}
