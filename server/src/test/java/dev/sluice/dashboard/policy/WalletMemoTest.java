package dev.sluice.dashboard.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.TestClient.Reply;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.ledger.Funding;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.Role;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests of shared wallets with a memo that identifies the recipient.
@Tag("slow")
class WalletMemoTest extends DashboardTest {
    private static final String POLICY = "/dashboard/policy";
    private static final String EXCHANGE = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
    private static final String OTHER = "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6";

    @BeforeEach
    void fund() {
        var money = Money.exactly(new BigDecimal("1000"), Asset.crypto("usdc-stellar", 7));
        var funding = new Funding(new Ledger(service.clocks()), service.clocks());
        service.connections().run(tx -> funding.deposit(tx, merchant.organizationId(), List.of(money)));
    }

    private void rule(Map<String, String> form) {
        assertThat(person(Role.OWNER).post(POLICY + "/new", form).statusCode()).isEqualTo(303);
    }

    private void list(String... more) {
        var form = new HashMap<>(Map.of("network", "stellar", "wallet", EXCHANGE, "label", "Exchange"));
        for (int at = 0; at < more.length; at += 2) {
            form.put(more[at], more[at + 1]);
        }
        var reply = person(Role.OWNER).post(POLICY + "/wallets", form);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(303);
    }

    private Reply pay(String address, @Nullable String memo) {
        var receiver = "{\"receiverWalletAddress\":\"" + address + "\",\"amount\":5"
                + (memo == null ? "" : ",\"memo\":\"" + memo + "\"") + "}";
        return merchant.client()
                .post("/v1/disbursement/crypto", "{\"token\":\"usdc-stellar\",\"receivers\":[" + receiver + "]}");
    }

    private void refused(String address, @Nullable String memo) {
        var reply = pay(address, memo).expect(403);
        assertThat(reply.code()).isEqualTo("POLICY_REFUSED");
        assertThat(reply.json().path("details").get(0).path("field").stringValue())
                .endsWith("receiverWalletAddress");
    }

    @Test
    void a_wallet_that_is_listed_with_a_memo_is_paid_with_that_memo_alone() {
        rule(Map.of("kind", "WALLET_ALLOWLIST", "effect", "REFUSE"));
        list("walletMemo", "7");
        pay(EXCHANGE, "7").expect(201);
        pay(EXCHANGE, "id:07").expect(201);
        refused(EXCHANGE, "8");
        refused(EXCHANGE, "text:7");
        refused(EXCHANGE, null);
        refused(OTHER, "7");
        list("walletMemo", "8");
        pay(EXCHANGE, "8").expect(201);
    }

    @Test
    void one_that_is_listed_without_a_memo_is_paid_without_and_any_has_to_be_said() {
        rule(Map.of("kind", "WALLET_ALLOWLIST", "effect", "REFUSE"));
        list();
        assertThat(person(Role.OWNER).get(POLICY).body()).contains("without a memo only");
        pay(EXCHANGE, null).expect(201);
        refused(EXCHANGE, "7");
        list("anyMemo", "true");
        assertThat(person(Role.OWNER).get(POLICY).body()).contains("with any memo");
        pay(EXCHANGE, "7").expect(201);
        pay(EXCHANGE, "somebody").expect(201);
        refused(OTHER, null);
    }

    @Test
    void another_memo_is_another_payee_who_is_new() {
        rule(Map.of("kind", "NEW_PAYEE", "span", "1", "unit", "minutes", "effect", "REFUSE"));
        list("walletMemo", "7");
        refused(EXCHANGE, "7");
        merchant.advance("PT2M");
        pay(EXCHANGE, "7").expect(201);
        refused(EXCHANGE, "8");
        refused(EXCHANGE, null);
    }

    @Test
    void trying_a_payout_asks_for_its_memo() {
        rule(Map.of("kind", "WALLET_ALLOWLIST", "effect", "REFUSE"));
        list("walletMemo", "7");
        var owner = person(Role.OWNER);
        var attempt = POLICY + "/test?payoutAsset=usdc-stellar&payoutAmount=5&payoutMaker=API&address=" + EXCHANGE;
        assertThat(owner.get(attempt + "&memo=7").body()).contains("The payout would be sent immediately");
        assertThat(owner.get(attempt + "&memo=8").body()).contains("The payout would be refused");
        assertThat(owner.get(attempt).body()).contains("The payout would be refused");
        assertThat(owner.get(attempt + "&memo=" + "x".repeat(29)).body()).contains("id=\"memo-wrong\"");
    }

    @ParameterizedTest
    @CsvSource({
        "polygon,0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed,7,,Polygon does not use memos",
        "polygon,0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed,,true,Polygon does not use memos",
        "stellar," + EXCHANGE + ",7,true,or allow any",
        "stellar," + EXCHANGE + ",12345678901234567890123456789,,at most 28 bytes"
    })
    void what_is_wrong_with_a_memo_is_said_at_its_field(
            String network, String wallet, @Nullable String memo, @Nullable String any, String says) {
        var form = new HashMap<>(Map.of("network", network, "wallet", wallet, "label", "Exchange"));
        if (memo != null) {
            form.put("walletMemo", memo);
        }
        if (any != null) {
            form.put("anyMemo", any);
        }
        var reply = person(Role.OWNER).post(POLICY + "/wallets", form);
        assertThat(reply.statusCode()).isEqualTo(400);
        assertThat(reply.body()).contains("id=\"walletMemo-wrong\"", says);
    }

    @ParameterizedTest
    @CsvSource({
        "polygon,usdc-polygon,0xdAC17F958D2ee523a2206206994597C13D831ec7,contract of the token usdt-ethereum",
        "base,usdc-base,0x000000000000000000000000000000000000dEaD,No one has the key",
        "stellar,usdc-stellar,GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN,issuer of usdc-stellar"
    })
    void an_address_that_is_nobodys_wallet_is_neither_listed_nor_tried(
            String network, String token, String address, String says) {
        var owner = person(Role.OWNER);
        var reply = owner.post(POLICY + "/wallets", Map.of("network", network, "wallet", address, "label", "Desk"));
        assertThat(reply.statusCode()).isEqualTo(400);
        assertThat(reply.body()).contains("id=\"wallet-wrong\"", says);
        assertThat(owner.get(POLICY + "/test?payoutAsset=" + token + "&payoutAmount=5&payoutMaker=API&address="
                                + address)
                        .body())
                .contains("id=\"address-wrong\"", says);
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_checker_sees_in_the_list_who_of_a_wallet_is_paid(int width) {
        rule(Map.of("kind", "PAYOUT_AMOUNT", "asset", "usdc-stellar", "amount", "0", "effect", "APPROVE"));
        list("walletMemo", "customer 4711");
        pay(EXCHANGE, "customer 4712").expect(201);
        var checker = window(person(Role.CHECKER), width);
        checker.navigate("/dashboard/approvals");
        assertWellMade(checker);
        assertThat(checker.textContent("tbody tr")).contains("Memo: customer 4712");
        var owner = window(person(Role.OWNER), width);
        owner.navigate(POLICY);
        assertWellMade(owner);
        assertThat(owner.textContent("main")).contains("Memo: customer 4711");
    }
}
