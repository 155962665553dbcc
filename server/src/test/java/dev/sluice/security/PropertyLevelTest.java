package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient.Reply;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// API3:2023, broken object property level authorization: a caller sends internal fields of the service, and no answer
/// contains a field that the contract does not describe (`TestClient` checks the latter for every answer of every
/// test).
class PropertyLevelTest extends MerchantTest {
    private static final String MARK_ID = "0199dead-beef-7c21-9a5e-1b7f3c2d4e60";
    private static final String MARK_NUMBER = "987654.32";
    private static final String MARK_TEXT = "marked-by-the-caller";

    /// Fields that a caller must not set, with recognizable values.
    private static final String OWN = """
            "id":"%1$s","disbursementId":"%1$s","depositId":"%1$s","convertId":"%1$s","checkoutId":"%1$s",\
            "organizationId":"%1$s","groupId":"%1$s","depositBulkId":"%1$s","clientId":"%1$s","createdBy":"%1$s",\
            "fee":%2$s,"totalFee":%2$s,"rate":%2$s,"balance":%2$s,"balanceAfter":%2$s,"totalAmount":%2$s,\
            "creditedAmount":%2$s,"refundedAmount":%2$s,"netAmount":%2$s,"markup":%2$s,\
            "statusDetail":"%3$s","secret":"%3$s","scopes":["%3$s"],"role":"%3$s","environment":"%3$s",\
            "transactionData":{"txHash":"%3$s"},"proofUrl":"%3$s","failureReason":"%3$s","label":"%3$s",\
            "createdAt":"2001-01-01T00:00:00.000Z","updatedAt":"2001-01-01T00:00:00.000Z",\
            "approvedBy":"%3$s","verified":true,"sandbox":false,"__proto__":{"admin":true},"constructor":{"a":1}\
            """.formatted(MARK_ID, MARK_NUMBER, MARK_TEXT);

    private Reply post(String path, String fields) {
        // A recipient may name its organization, and that must then be the caller's own.
        var own = path.equals("/v1/recipient") ? OWN.replace("\"organizationId\":", "\"organization\":") : OWN;
        return merchant.client().post(path, "{" + fields + "," + own + "}");
    }

    private static void assertUnmarked(Reply reply) {
        assertThat(reply.status()).as(reply.toString()).isLessThan(500);
        if (reply.status() < 300) {
            assertThat(reply.data().toString()).doesNotContain(MARK_ID, MARK_NUMBER, MARK_TEXT, "2001-01-01", "admin");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "/v1/recipient; 'name':'Siti','email':'siti@example.com','address':'Jalan 1','city':'Bandung',"
                        + "'postCode':'40111','bank':{'accountName':'Siti','currency':'IDR','country':'ID','bankName':"
                        + "'Bank Central Asia','accountNumber':'1234567890','paymentCode':'014'}",
                "/v1/deposit/fiat; 'inputCurrency':'IDR','outputCurrency':'IDR','balanceType':'fiat',"
                        + "'paymentMethod':'014_VA','inputAmount':150000,'status':'completed'",
                "/v1/deposit/crypto; 'inputCurrency':'usdc-polygon','inputAmount':100,'status':'completed'",
                "/v1/convert; 'input':{'currency':'usdc-polygon','amount':100},'output':{'currency':'IDR'}",
                "/v1/checkout; 'inputCurrency':'IDR','inputAmount':250000,'status':'completed'",
                "/v1/webhook/endpoint; 'url':'http://127.0.0.1:1/'",
                "/v2/disbursement/fiat; 'currency':'IDR','status':'completed','disburseData':[{'amount':10000,"
                        + "'status':'completed','recipient':{'name':'Siti','email':'siti@example.com','bank':{"
                        + "'bankName':'Bank Central Asia','accountName':'Siti','accountNumber':'1234567890',"
                        + "'bankCode':'014'}}}]",
                "/v1/disbursement/crypto; 'token':'usdc-polygon','receivers':[{'receiverWalletAddress':"
                        + "'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed','amount':25,'status':'completed'}]",
            })
    void what_is_the_services_own_is_not_the_callers_to_say(String path, String fields) {
        var json = fields.replace('\'', '"');
        var reply = post(path, json);
        assertThat(reply.status()).as(reply.toString()).isLessThan(300);
        assertUnmarked(reply);
        var again = json.contains("[{") ? post(path, json.replace("[{", "[{" + OWN + ",")) : post(path, json);
        assertUnmarked(again);
        for (var list : new String[] {
            "/v1/recipient",
            "/v1/deposit",
            "/v1/convert",
            "/v1/webhook/endpoint",
            "/v1/disbursement/fiat",
            "/v1/disbursement/crypto",
            "/v1/balance",
            "/v1/balance/transactions"
        }) {
            assertUnmarked(merchant.client().get(list).expect(200));
        }
    }

    @Test
    void a_payout_costs_what_it_costs_and_is_where_it_is_whatever_its_request_says() {
        var honest = merchant.payout(merchant.paid("1234567890", "10000"));
        var item = Merchant.item("1234567890", "10000", "\"status\":\"completed\",\"fee\":0,\"totalAmount\":1");
        var greedy = merchant.payout(merchant.paidItem(item));
        for (var field : new String[] {"fee", "amount", "totalAmount", "status"}) {
            assertThat(greedy.path(field)).as(field).isEqualTo(honest.path(field));
        }
    }

    @Test
    void a_payee_stays_with_its_organization() {
        try (var other = Merchant.at(service)) {
            var id = merchant.storedInIndonesia();
            var moved = merchant.client()
                    .patch(
                            "/v1/recipient/" + id,
                            "{\"name\":\"Siti\",\"email\":\"siti@example.com\",\"address\":\"J 1\","
                                    + "\"city\":\"Bandung\",\"postCode\":\"40111\",\"organizationId\":\""
                                    + other.organizationId()
                                    + "\",\"id\":\"" + UUID.randomUUID()
                                    + "\",\"bank\":{\"accountName\":\"Siti\",\"currency\":\"IDR\","
                                    + "\"country\":\"ID\",\"bankName\":\"Bank Central Asia\","
                                    + "\"accountNumber\":\"1234567890\","
                                    + "\"paymentCode\":\"014\"}}");
            assertThat(moved.status()).as(moved.toString()).isIn(200, 400, 403);
            merchant.client().get("/v1/recipient/" + id).expect(200);
            other.client().get("/v1/recipient/" + id).expect(404);
        }
    }
}
