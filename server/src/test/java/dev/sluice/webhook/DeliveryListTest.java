package dev.sluice.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Page;
import dev.sluice.webhook.delivery.Delivery;
import dev.sluice.webhook.delivery.DeliveryListStore;
import dev.sluice.webhook.delivery.DeliveryListStore.Filter;
import dev.sluice.webhook.endpoint.Endpoint;
import dev.sluice.webhook.endpoint.EndpointRef;
import dev.sluice.webhook.endpoint.EndpointStore;
import dev.sluice.webhook.endpoint.WebhookFixture;
import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// List of an endpoint's deliveries, with more deliveries than a list searches.
class DeliveryListTest {
    private static final UUID TESTED = UUID.fromString("01993f77-3d4e-7c32-8f50-000000000007");

    private final WebhookFixture fixture = new WebhookFixture();
    private final Endpoint endpoint = fixture.endpoint(URI.create("http://127.0.0.1:9/"));

    @AfterEach
    void close() {
        fixture.close();
    }

    /// Creates four old deliveries, and as many new ones as a list searches.
    @BeforeEach
    void tell() {
        var event = UUID.fromString(fixture.happen(1).getFirst());
        write("00", 1, 1L, event, "deposit.completed", "delivered");
        write("01", 1, null, TESTED, "webhook.test", "delivered");
        write("02", 1, 2L, fixture.clocks.newId(), "deposit.completed", "failed");
        write("03", 1, 3L, fixture.clocks.newId(), "disbursement.completed", "pending");
        write("ff", DeliveryListStore.LOOKED_THROUGH, 1_000L, null, "deposit.completed", "delivered");
    }

    @Test
    void it_is_of_the_newest_ones_and_counts_no_others() {
        var newest = list(1, Page.Sort.CREATED_DESCENDING, null, null, null);
        assertThat(newest.total()).isEqualTo(DeliveryListStore.LOOKED_THROUGH);
        assertThat(newest.docs()).hasSize(100).allMatch(each -> id(each).startsWith("ff"));
        assertThat(id(newest.docs().getFirst())).endsWith("10000");
        var last = list(100, Page.Sort.CREATED_DESCENDING, null, null, null);
        assertThat(last.docs()).hasSize(100);
        assertThat(id(last.docs().getLast()))
                .isEqualTo(id(list(1, Page.Sort.CREATED_ASCENDING, null, null, null)
                        .docs()
                        .getFirst()));
        assertThat(list(101, Page.Sort.CREATED_DESCENDING, null, null, null).docs())
                .isEmpty();
        assertThat(total("delivered", "deposit.completed")).isEqualTo(DeliveryListStore.LOOKED_THROUGH);
        assertThat(total("delivered", "webhook.test")).isZero();
    }

    @Test
    void what_failed_or_waits_is_found_behind_all_that_arrived_later() {
        for (var status : new String[] {"failed", "pending"}) {
            var page = list(1, Page.Sort.CREATED_DESCENDING, status, null, null);
            assertThat(page.total()).isEqualTo(1);
            assertThat(page.docs())
                    .singleElement()
                    .satisfies(each ->
                            assertThat(EndpointStore.wire(each.status())).isEqualTo(status));
        }
        assertThat(total("failed", "deposit.completed")).isEqualTo(1);
        assertThat(total("failed", "disbursement.completed")).isZero();
    }

    @Test
    void an_events_delivery_and_a_test_are_found_whenever_they_were() {
        var event = UUID.fromString(fixture.database
                .database()
                .<String>read(
                        handle -> handle.createQuery("SELECT event_id::text FROM webhook_delivery WHERE position = 1")
                                .mapTo(String.class)
                                .one()));
        for (var wanted : new UUID[] {event, TESTED}) {
            var page = list(1, Page.Sort.CREATED_ASCENDING, null, null, wanted);
            assertThat(page.total()).isEqualTo(1);
            assertThat(page.docs().getFirst().eventId()).isEqualTo(wanted);
            assertThat(list(1, Page.Sort.CREATED_ASCENDING, "failed", null, wanted)
                            .docs())
                    .isEmpty();
        }
        assertThat(list(1, Page.Sort.CREATED_ASCENDING, null, null, new UUID(0, 0))
                        .total())
                .isZero();
    }

    private long total(String status, String type) {
        return list(1, Page.Sort.CREATED_DESCENDING, status, type, null).total();
    }

    private Page<Delivery> list(
            int page, Page.Sort sort, @Nullable String status, @Nullable String type, @Nullable UUID event) {
        return fixture.deliveries.list(
                new Filter(EndpointRef.of(endpoint), status, type, event), new Page.Request(100, page, sort));
    }

    private static String id(Delivery delivery) {
        return delivery.id().toString();
    }

    /// Creates deliveries with ids that begin alike; the beginning determines their age.
    private void write(
            String age, int count, @Nullable Long position, @Nullable UUID event, String type, String status) {
        boolean waits = status.equals("pending");
        fixture.database
                .database()
                .run(tx -> EndpointRef.of(endpoint)
                        .bind(tx.handle().createUpdate("""
                                INSERT INTO webhook_delivery (organization_id, endpoint_id, id, position, event_id,
                                    resource_id, type, status, attempt, first_attempt, next_at, attempted_at,
                                    status_code, latency_ms, created_at, ended_at)
                                SELECT :organization, :endpoint,
                                    (:age || '000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
                                    :position::int8 + n - 1, coalesce(:event::uuid, gen_random_uuid()),
                                    gen_random_uuid(), :type, :status, 1, 0, :nextAt::timestamptz, :now, 200, 1, :now,
                                    :endedAt::timestamptz
                                FROM generate_series(1, :count) n
                                """))
                        .bind("age", age)
                        .bind("position", position)
                        .bind("event", event)
                        .bind("type", type)
                        .bind("status", status)
                        .bind("now", fixture.clocks.instant())
                        .bind("nextAt", waits ? fixture.clocks.instant() : null)
                        .bind("endedAt", waits ? null : fixture.clocks.instant())
                        .bind("count", count)
                        .execute());
    }
}
