package dev.sluice.disbursement.create;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient.Reply;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Well-formed addresses without an owner: money sent there is lost.
class UnpayableAddressTest extends MerchantTest {
    private static final String USDT_POLYGON = "0xc2132D05D31c914a87C6611C10748AEb04B58e8F";

    private Reply pay(String token, String address) {
        return merchant.client()
                .post(
                        "/v1/disbursement/crypto",
                        "{\"token\":\"" + token + "\",\"receivers\":[{\"receiverWalletAddress\":\"" + address
                                + "\",\"amount\":25}]}");
    }

    private void assertRefused(Reply reply, String field, String says) {
        var details = reply.expect(400).json().path("details");
        assertThat(details).hasSize(1);
        assertThat(text(details.get(0), "field")).isEqualTo(field);
        assertThat(text(details.get(0), "code")).isEqualTo("INVALID_VALUE");
        assertThat(text(details.get(0), "message")).contains(says);
    }

    @ParameterizedTest
    @CsvSource({
        "usdc-polygon, 0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359, usdc-polygon",
        "usdc-polygon, 0xc2132D05D31c914a87C6611C10748AEb04B58e8F, usdt-polygon",
        "pol-polygon, 0xc2132D05D31c914a87C6611C10748AEb04B58e8F, usdt-polygon",
        "usdc-polygon, 0xdAC17F958D2ee523a2206206994597C13D831ec7, usdt-ethereum",
        "eth-base, 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913, usdc-base",
        "xlm-stellar, GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN, usdc-stellar"
    })
    void a_payout_to_the_contract_or_issuer_of_any_token_is_refused(String token, String address, String named) {
        assertRefused(pay(token, address), "receivers[0].receiverWalletAddress", named);
        if (address.startsWith("0x")) {
            assertRefused(pay(token, address.toLowerCase(Locale.ROOT)), "receivers[0].receiverWalletAddress", named);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "usdc-polygon, 0x000000000000000000000000000000000000dEaD",
        "pol-polygon, 0x0000000000000000000000000000000000001010",
        "usdc-base, 0x4200000000000000000000000000000000000006",
        "usdt-bsc, 0x0000000000000000000000000000000000000100",
        "eth-arbitrum, 0x0000000000000000000000000000000000000064",
        "usdc-stellar, GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF"
    })
    void a_payout_to_an_address_without_a_key_is_refused(String token, String address) {
        assertRefused(pay(token, address), "receivers[0].receiverWalletAddress", "without a known key");
    }

    @Test
    void a_refund_to_a_contract_or_a_burn_address_is_refused() {
        var id = merchant.askedTokens("usdc-polygon", "100");
        merchant.payIn(id, null).expect(200);
        merchant.completedTokens(id);
        for (var address : new String[] {USDT_POLYGON, "0x000000000000000000000000000000000000dEaD"}) {
            assertRefused(
                    merchant.client()
                            .post("/v1/deposit/" + id + "/refund", "{\"receiverWalletAddress\":\"" + address + "\"}"),
                    "receiverWalletAddress",
                    "money sent there is lost");
        }
    }
}
