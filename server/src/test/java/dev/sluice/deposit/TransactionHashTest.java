package dev.sluice.deposit;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Search of token deposits by the transactions that paid them, the second as well as the first.
class TransactionHashTest extends MerchantTest {
    private String asked(String token) {
        return merchant.askedTokens(token, "100");
    }

    private List<String> paid(String id, String... parts) {
        for (var part : parts) {
            merchant.payIn(id, "{\"amount\":" + part + "}").expect(200);
        }
        return merchant.completedTokens(id)
                .path("payments")
                .valueStream()
                .map(each -> text(each.path("payerInfo"), "transactionCode"))
                .toList();
    }

    private List<String> found(Merchant by, String list, String hash) {
        JsonNode page = by.client()
                .get(list + (list.indexOf('?') < 0 ? '?' : '&') + "transactionHash=" + hash)
                .expect(200)
                .data();
        var ids = Merchant.depositIds(page);
        assertThat(page.path("totalDocs").intValue()).isEqualTo(ids.size());
        return ids;
    }

    @ParameterizedTest
    @ValueSource(strings = {"usdc-polygon", "usdc-stellar"})
    void each_of_its_transactions_finds_a_deposit(String token) {
        var id = asked(token);
        paid(asked(token), "100");
        var hashes = paid(id, "40", "60");
        assertThat(hashes).hasSize(2).doesNotHaveDuplicates();
        for (var hash : hashes) {
            assertThat(found(merchant, "/v1/deposit/crypto", hash)).containsExactly(id);
            assertThat(found(
                            merchant,
                            "/v1/deposit/crypto",
                            hash.toUpperCase(Locale.ROOT).replace("0X", "0x")))
                    .containsExactly(id);
            assertThat(found(merchant, "/v1/deposit", hash)).containsExactly(id);
            assertThat(found(merchant, "/v1/deposit?depositType=fiat", hash)).isEmpty();
            assertThat(found(merchant, "/v1/deposit/crypto?status=pending", hash))
                    .isEmpty();
            assertThat(found(merchant, "/v1/deposit/crypto?inputCurrency=" + token, hash))
                    .containsExactly(id);
            assertThat(found(merchant, "/v1/deposit/crypto?startDate=2020-01-01&endDate=2020-01-02", hash))
                    .isEmpty();
        }
    }

    @Test
    void nobody_elses_transaction_finds_anything() {
        var hash = paid(asked("usdc-polygon"), "100").getFirst();
        try (var stranger = Merchant.at(service)) {
            assertThat(found(stranger, "/v1/deposit/crypto", hash)).isEmpty();
        }
        assertThat(found(merchant, "/v1/deposit/crypto", "0x00")).isEmpty();
    }
}
