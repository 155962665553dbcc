package dev.sluice.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.webhook.TestReceiver.Behaviour;
import dev.sluice.webhook.delivery.Delivery;
import dev.sluice.webhook.delivery.Sender;
import dev.sluice.webhook.endpoint.Endpoint;
import dev.sluice.webhook.endpoint.WebhookFixture;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Endpoints that use the whole timeout do not delay others.
class DeadEndpointsTest {
    private final WebhookFixture fixture = new WebhookFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void thirty_dead_endpoints_of_a_hundred_do_not_delay_the_others() {
        // The timeout is a deployment's: a message that a slow machine does not send within it is retried
        // after some time, and no time passes here.
        var patient = fixture.node(WebhookFixture.sender(InetAddress::getAllByName, Sender.TIMEOUT));
        var live = new ArrayList<TestReceiver>();
        var dead = new ArrayList<TestReceiver>();
        var told = new ArrayList<Endpoint>();
        var expected = new ArrayList<List<String>>();
        try {
            for (int at = 0; at < 100; at++) {
                boolean dies = at % 10 < 3;
                var receiver = new TestReceiver(dies ? dying(at) : TestReceiver.answering(200));
                (dies ? dead : live).add(receiver);
                var organization = fixture.clocks.newId();
                var endpoint = fixture.endpoint(organization, receiver.url(), List.of("*"));
                var ids = fixture.happen(organization, "disbursement.completed", 20);
                if (!dies) {
                    told.add(endpoint);
                    expected.add(ids);
                }
            }
            try {
                WebhookFixture.until(
                        patient,
                        () -> live.stream().allMatch(each -> each.received().size() >= 20));
            } catch (AssertionError late) {
                throw new AssertionError("not delivered: " + undelivered(told), late);
            }
            // Each of them takes the whole timeout for each of its messages: none can have finished by
            // now.
            assertThat(dead).allSatisfy(each -> assertThat(each.received()).hasSizeLessThan(20));
            for (int at = 0; at < live.size(); at++) {
                assertThat(live.get(at).ids()).containsExactlyInAnyOrderElementsOf(expected.get(at));
            }
        } finally {
            live.forEach(TestReceiver::close);
            dead.forEach(TestReceiver::close);
        }
    }

    private List<Delivery> undelivered(List<Endpoint> endpoints) {
        return endpoints.stream()
                .flatMap(each -> fixture.delivered(each).stream())
                .filter(each -> each.status() != Delivery.Status.DELIVERED)
                .toList();
    }

    private static Behaviour dying(int at) {
        return at % 2 == 0 ? TestReceiver.hanging() : TestReceiver.dripping();
    }
}
