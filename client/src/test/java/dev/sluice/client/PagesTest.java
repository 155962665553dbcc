package dev.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.client.model.EventQuery;
import dev.sluice.client.model.Recipient;
import dev.sluice.client.model.RecipientQuery;
import dev.sluice.client.model.Sort;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PagesTest {
    private final Loopback service = new Loopback();
    private final SluiceClient client = SluiceClient.builder()
            .baseUrl(service.uri())
            .apiKey("sk")
            .retries(RetryPolicy.none())
            .build();

    @AfterEach
    void stop() {
        client.close();
        service.close();
    }

    @Test
    void nothing_is_fetched_before_somebody_wants_it() {
        try (var stream = client.recipients().list()) {
            assertThat(stream).isNotNull();
        }
        assertThat(service.seen()).isEmpty();
    }

    @Test
    void a_page_is_fetched_when_its_first_item_is_wanted() {
        page(1, 2, true);
        page(3, 4, true);
        page(5, 5, false);
        var items = client.recipients().list(RecipientQuery.all().limit(2)).iterator();
        assertThat(items.next().id()).isEqualTo("id-1");
        assertThat(items.next().id()).isEqualTo("id-2");
        assertThat(service.seen()).hasSize(1);
        assertThat(items.next().id()).isEqualTo("id-3");
        assertThat(service.seen()).hasSize(2);
        assertThat(items.next().id()).isEqualTo("id-4");
        assertThat(items.next().id()).isEqualTo("id-5");
        assertThat(items.hasNext()).isFalse();
        assertThatThrownBy(items::next).isInstanceOf(java.util.NoSuchElementException.class);
        assertThat(service.seen())
                .extracting(Loopback.Seen::target)
                .containsExactly(
                        "/v1/recipient?limit=2&page=1", "/v1/recipient?limit=2&page=2", "/v1/recipient?limit=2&page=3");
    }

    @Test
    void a_stream_that_ends_early_fetches_no_more() {
        page(1, 100, true);
        assertThat(client.recipients()
                        .list()
                        .filter(each -> each.id().equals("id-7"))
                        .findFirst())
                .isPresent();
        page(1, 100, true);
        assertThat(client.recipients().list().limit(100)).hasSize(100);
        assertThat(service.seen()).hasSize(2);
    }

    @Test
    void an_empty_list_is_an_empty_stream() {
        page(1, 0, false);
        assertThat(client.recipients().list()).isEmpty();
    }

    @Test
    void a_list_that_shrinks_meanwhile_ends() {
        page(1, 100, true);
        page(1, 0, true);
        assertThat(client.recipients().list()).hasSize(100);
    }

    @Test
    void filters_and_order_go_along_and_the_query_is_not_changed() {
        page(1, 1, false);
        var all = RecipientQuery.all();
        var query = all.currency("IDR").sort(Sort.NEWEST_FIRST).page(4);
        assertThat(client.recipients().list(query)).hasSize(1);
        assertThat(service.seen().getFirst().target())
                .isEqualTo("/v1/recipient?currency=IDR&sort=-createdAt&page=4&limit=100");
        assertThat(all.parameters()).isEmpty();
        assertThat(query).hasToString("RecipientQuery{currency=IDR, sort=-createdAt, page=4}");
    }

    @Test
    void one_page_comes_with_its_totals() {
        service.gives("""
                {"docs":[{"id":"a"}],"offset":10,"page":2,"limit":10,"totalPages":2,"totalDocs":11,
                 "pagingCounter":11,"hasPrevPage":true,"hasNextPage":false,"prevPage":1,"nextPage":null}""");
        var page = client.recipients().page(RecipientQuery.all().page(2));
        assertThat(page.totalDocs()).isEqualTo(11);
        assertThat(page.prevPage()).isEqualTo(1);
        assertThat(page.nextPage()).isNull();
        assertThat(page.docs()).extracting(Recipient::id).containsExactly("a");
        assertThat(service.seen().getFirst().target()).isEqualTo("/v1/recipient?page=2");
    }

    @Test
    void a_failure_on_the_way_is_thrown_where_the_stream_is_consumed() {
        page(1, 1, true);
        service.answers(403, "{\"statusCode\":403,\"code\":\"AUTH_SCOPE\",\"message\":\"No\"}");
        var items = client.recipients().list().iterator();
        assertThat(items.next().id()).isEqualTo("id-1");
        assertThatThrownBy(items::hasNext).isInstanceOf(SluiceException.class).hasMessageContaining("AUTH_SCOPE");
    }

    @Test
    void events_are_followed_from_one_to_the_next() {
        service.gives("{\"docs\":[" + event("e1") + "," + event("e2") + "],\"hasMore\":true,\"nextAfter\":\"e2\"}")
                .gives("{\"docs\":[" + event("e3") + "],\"hasMore\":false,\"nextAfter\":\"e3\"}");
        var events = client.events().list(EventQuery.after("e0").type("deposit.completed"));
        assertThat(events).extracting(WebhookEvent::id).containsExactly("e1", "e2", "e3");
        assertThat(service.seen())
                .extracting(Loopback.Seen::target)
                .containsExactly(
                        "/v1/event?after=e0&type=deposit.completed&limit=100",
                        "/v1/event?after=e2&type=deposit.completed&limit=100");
    }

    @Test
    void as_many_events_come_at_once_as_the_query_says() {
        service.gives("{\"docs\":[" + event("e1") + "],\"hasMore\":false,\"nextAfter\":\"e1\"}");
        assertThat(client.events().list(EventQuery.all().limit(7))).hasSize(1);
        assertThat(service.seen().getFirst().target()).isEqualTo("/v1/event?limit=7");
    }

    private static String event(String id) {
        return "{\"id\":\"" + id + "\",\"type\":\"deposit.completed\",\"data\":{}}";
    }

    private void page(int from, int to, boolean more) {
        var docs = IntStream.rangeClosed(from, to)
                .mapToObj(each -> "{\"id\":\"id-" + each + "\",\"name\":\"x\"}")
                .collect(Collectors.joining(",", "[", "]"));
        service.gives("{\"docs\":" + docs + ",\"hasNextPage\":" + more + "}");
    }
}
