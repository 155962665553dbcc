package dev.sluice.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.MerchantTest;
import dev.sluice.webhook.feed.Types;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Default event types of an endpoint that specifies none.
class DefaultTypesTest extends MerchantTest {
    private WebhookInbox inbox;

    @BeforeEach
    void open() throws IOException {
        inbox = new WebhookInbox();
    }

    @AfterEach
    void close() {
        inbox.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",\"types\":[]"})
    void every_status_that_is_forced_is_told(String types) {
        merchant.client()
                .post("/v1/webhook/endpoint", "{\"url\":\"" + inbox.url() + "\"" + types + "}")
                .expect(201);
        var deposit = merchant.createDeposit("014_VA", "100000");
        for (var status : List.of("cancelled", "pending")) {
            merchant.client()
                    .patch("/v1/deposit/" + deposit, "{\"status\":\"" + status + "\"}")
                    .expect(200);
        }
        var payout = merchant.paid("9999000032", "10000");
        merchant.force(payout, "failed").expect(200);
        merchant.force(payout, "pending").expect(200);
        inbox.await("deposit.cancelled", deposit);
        assertPending("deposit.updated", deposit);
        inbox.await("disbursement.failed", payout);
        assertPending("disbursement.updated", payout);
    }

    private void assertPending(String type, String about) {
        var told = inbox.await(type, about).json();
        assertThat(told.at("/data/status").stringValue()).isEqualTo("pending");
    }

    @Test
    void where_no_status_can_be_forced_other_changes_are_told_to_who_asks_for_them() {
        assertThat(Types.byDefault(false))
                .contains("deposit.created", "deposit.expired", "disbursement.submitted", "disbursement.reversed")
                .allMatch(type -> type.startsWith("deposit.") || type.startsWith("disbursement."))
                .noneMatch(type -> type.endsWith(".updated"));
        assertThat(Types.byDefault(true))
                .containsAll(Types.byDefault(false))
                .contains("deposit.updated", "disbursement.updated")
                .doesNotContain("recipient.updated");
    }
}
