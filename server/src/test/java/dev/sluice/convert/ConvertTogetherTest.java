package dev.sluice.convert;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// Conversions that are decided in one transaction, because they arrived while the previous one waited.
class ConvertTogetherTest extends MerchantTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String SELL_100 =
            "{\"input\":{\"currency\":\"usdc-polygon\",\"amount\":100},\"output\":{\"currency\":\"IDR\"}";
    private static final String QUOTE =
            "/v1/convert/estimate?inputCurrency=usdc-polygon&inputAmount=100&outputCurrency=";

    private Reply convert(String rest) {
        return merchant.client().post("/v1/convert", SELL_100 + rest + "}");
    }

    private static String by(String quote) {
        return ",\"quoteId\":\"" + quote + "\"";
    }

    private static String quoted(Merchant of) {
        return text(of.client().get(QUOTE + "IDR").expect(200).data(), "quoteId");
    }

    /// Returns the answers to requests that arrive while the organization's accounts are locked.
    private List<Reply> together(List<Callable<Reply>> all) throws InterruptedException {
        var locked = new CountDownLatch(1);
        var released = new CountDownLatch(1);
        var holder = Thread.ofVirtual()
                .start(() -> service.connections().run(tx -> {
                    tx.handle()
                            .execute(
                                    "SELECT 1 FROM ledger_account WHERE organization_id = ? FOR UPDATE",
                                    merchant.organizationId());
                    locked.countDown();
                    Eventually.within(PATIENCE, "the others have come", () -> released.getCount() == 0);
                }));
        locked.await();
        Thread.ofVirtual().start(() -> {
            try {
                Eventually.within(PATIENCE, "the first waits", () -> service.waiting() > 0);
                pause(500);
            } finally {
                released.countDown();
            }
        });
        var replies = AtOnce.all(all);
        holder.join();
        return replies;
    }

    @Test
    void each_is_answered_as_if_it_were_alone() throws InterruptedException {
        var once = merchant.client().post("/v1/convert", SELL_100 + "}", "once").expect(201);
        var quote = quoted(merchant);
        try (var stranger = Merchant.at(service)) {
            var theirs = quoted(stranger);
            var replies = together(List.of(
                    () -> convert(""),
                    () -> convert(by(quote)),
                    () -> convert(by(quote)),
                    () -> convert(by(quote)),
                    () -> convert(by(theirs)),
                    () -> merchant.client().post("/v1/convert", SELL_100.replace("100", "1000000") + "}"),
                    () -> merchant.client().post("/v1/convert", SELL_100 + "}", "once"),
                    () -> convert("")));
            assertThat(replies)
                    .extracting(reply -> reply.status() == 201 ? "made" : reply.code())
                    .containsExactlyInAnyOrder(
                            "made",
                            "made",
                            "made",
                            "made",
                            "QUOTE_USED",
                            "QUOTE_USED",
                            "QUOTE_NOT_FOUND",
                            "INSUFFICIENT_INPUT_BALANCE");
            assertThat(replies.get(6).data()).isEqualTo(once.data());
        }
        assertThat(merchant.available("usdc-polygon")).isEqualByComparingTo("999600");
    }
}
