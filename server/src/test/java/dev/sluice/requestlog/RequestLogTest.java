package dev.sluice.requestlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.auth.RequestObserver.Asker;
import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.refusal.Refusal;
import dev.sluice.text.Sha256;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Content, number and retention of log entries.
class RequestLogTest {
    private static final Answer FINE = new Answer(200, Answer.JSON, "{}".getBytes(StandardCharsets.UTF_8));
    private static final int MORE_THAN_WAITS = 1_500;

    private static TestDatabase database;

    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private final Clocks clocks = new Clocks(() -> Instant.now().plus(ahead.get()));
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final RequestLog log = RequestLog.wire(database.database(), clocks, true, meters);
    private final Asker asker = new Asker(UUID.randomUUID(), UUID.randomUUID());

    @BeforeAll
    static void open() {
        database = TestDatabase.create();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    private static Request request(String path, Map<String, String> headers) {
        return new Request(
                "request-1", Method.GET, path, "name=Siti", new byte[0], "203.0.113.7", Map.of(), headers::get);
    }

    private RequestFilter all() {
        return RequestFilter.of(asker.organizationId());
    }

    @Test
    void a_request_is_there_once_it_is_written_and_its_query_is_not() {
        log.answered(asker, request("/v1/balance", Map.of()), FINE, 1_500_000);
        assertThat(log.page(all(), 10)).isEmpty();
        log.flush();
        var entry = log.page(all(), 10).getFirst();
        assertThat(log.find(asker.organizationId(), entry.id())).contains(entry);
        assertThat(log.find(UUID.randomUUID(), entry.id())).isEmpty();
        assertThat(entry.path()).isEqualTo("/v1/balance");
        assertThat(entry.latency()).isEqualTo(Duration.ofNanos(1_500_000));
        assertThat(entry.fault()).isNull();
        assertThat(log.uses(asker.organizationId())).containsOnlyKeys(asker.actorId());
    }

    /// In a live deployment, the answer does not contain the signed text.
    @Test
    void of_a_refused_signature_what_was_signed_is_kept_but_not_its_query() {
        var headers = Map.of("X-Signature", "v1=00", "X-Timestamp", "1", "X-Client-ID", "cl_1");
        log.refused(asker, request("/v1/a", headers), Refusal.AUTH_BAD_SIGNATURE.refused(), 1);
        log.refused(asker, request("/v1/b", headers), Refusal.AUTH_TIMESTAMP_SKEW.refused(), 1);
        log.flush();
        var stored = log.page(all(), 10);
        assertThat(signed(stored.get(1)))
                .isEqualTo("v1\ncl_1\n1\nGET\n/v1/a\nsha256:" + Sha256.hex("name=Siti".getBytes(StandardCharsets.UTF_8))
                        + "\n" + Sha256.hex(new byte[0]));
        assertThat(signed(stored.get(0))).isNull();
    }

    private @Nullable String signed(Entry entry) {
        var whole = log.find(asker.organizationId(), entry.id()).orElseThrow();
        return Objects.requireNonNull(Objects.requireNonNull(whole.fault()).signing())
                .stringToSign();
    }

    @Test
    void a_refusal_is_kept_with_its_reason_whether_it_was_thrown_or_answered() {
        log.refused(
                asker,
                request("/v1/a", Map.of("X-Signature", "v1=00", "X-Timestamp", "1")),
                Refusal.AUTH_BAD_SIGNATURE.refused().with("stringToSign", "v1\nc"),
                1);
        var body = "{\"code\":\"VALIDATION_FAILED\",\"message\":\"m\","
                + "\"details\":[{\"field\":\"a\",\"code\":\"B\",\"message\":\"c\"}]}";
        log.answered(
                asker,
                request("/v1/b", Map.of()),
                new Answer(400, Answer.JSON, body.getBytes(StandardCharsets.UTF_8)),
                1);
        log.flush();
        var found = log.page(all(), 10);
        assertThat(found.getFirst().fault())
                .isEqualTo(new Entry.Fault(
                        "VALIDATION_FAILED", "m", "[{\"field\":\"a\",\"code\":\"B\",\"message\":\"c\"}]", null));
        var fault = found.getLast().fault();
        assertThat(fault).isNotNull();
        assertThat(fault.signing()).isEqualTo(new Entry.Signing("v1\nc", "v1=00", "1"));
        assertThat(log.uses(asker.organizationId())).hasSize(1);
    }

    @Test
    void an_odd_body_of_a_refusal_loses_no_neighbour() {
        log.answered(asker, request("/v1/a", Map.of()), new Answer(503, "text/plain", new byte[] {'x'}), 1);
        log.answered(asker, request("/v1/b\u0000", Map.of()), FINE, 1);
        log.answered(asker, request("/v1/c", Map.of()), FINE, 1);
        log.flush();
        assertThat(log.page(all(), 10)).hasSize(3);
    }

    @Test
    void when_too_many_come_those_that_were_refused_stay() {
        for (int i = 0; i < MORE_THAN_WAITS; i++) {
            log.answered(asker, request("/v1/balance", Map.of()), FINE, 1);
        }
        log.refused(asker, request("/v1/balance", Map.of()), Refusal.NOT_FOUND.refused(), 1);
        log.flush();
        assertThat(log.page(all(), MORE_THAN_WAITS)).hasSize(1_001);
        assertThat(log.page(new RequestFilter(asker.organizationId(), null, true, null, null, null, null), 10))
                .hasSize(1);
        assertThat(meters.counter("sluice.requestlog.dropped").count()).isEqualTo(MORE_THAN_WAITS - 1_000);
    }

    @Test
    void what_is_old_is_forgotten_but_not_when_it_was_used() {
        log.answered(asker, request("/v1/old", Map.of()), FINE, 1);
        log.flush();
        ahead.set(RequestLog.KEPT.plusHours(1));
        log.answered(asker, request("/v1/new", Map.of()), FINE, 1);
        log.flush();
        while (log.deleteExpired()) {
            assertThat(log.page(all(), 10)).isNotEmpty();
        }
        assertThat(log.page(all(), 10)).extracting(Entry::path).containsExactly("/v1/new");
    }

    @Test
    void only_the_latest_of_an_organization_are_kept() {
        for (var path : new String[] {"/v1/a", "/v1/b", "/v1/c"}) {
            log.answered(asker, request(path, Map.of()), FINE, 1);
        }
        log.flush();
        assertThat(log.deleteExpired(2)).isFalse();
        assertThat(log.page(all(), 10)).extracting(Entry::path).containsExactly("/v1/c", "/v1/b");
    }

    /// Clients and keys of the organization were never used.
    @Test
    void nor_are_more_of_one_whose_programs_were_only_ever_refused() {
        var headers = Map.of("X-Signature", "v1=00", "X-Timestamp", "1", "X-Client-ID", "cl_1");
        for (var path : new String[] {"/v1/a", "/v1/b", "/v1/c"}) {
            log.refused(asker, request(path, headers), Refusal.AUTH_BAD_SIGNATURE.refused(), 1);
        }
        var other = new Asker(UUID.randomUUID(), UUID.randomUUID());
        for (var path : new String[] {"/v1/a", "/v1/b", "/v1/c"}) {
            log.refused(other, request(path, Map.of()), Refusal.AUTH_ADDRESS.refused(), 1);
        }
        log.flush();
        assertThat(log.uses(asker.organizationId())).isEmpty();
        assertThat(log.deleteExpired(2)).isFalse();
        assertThat(log.page(all(), 10)).extracting(Entry::path).containsExactly("/v1/c", "/v1/b");
        assertThat(log.page(RequestFilter.of(other.organizationId()), 10)).hasSize(2);
    }

    @Test
    void what_is_old_is_forgotten_also_where_an_excess_cannot_be() {
        log.answered(asker, request("/v1/old", Map.of()), FINE, 1);
        log.flush();
        ahead.set(RequestLog.KEPT.plusHours(1));
        for (var path : new String[] {"/v1/stuck", "/v1/b", "/v1/c"}) {
            log.answered(asker, request(path, Map.of()), FINE, 1);
        }
        log.flush();
        execute("""
                CREATE FUNCTION stuck() RETURNS trigger LANGUAGE plpgsql AS
                'BEGIN IF OLD.path = ''/v1/stuck'' THEN RAISE ''stuck''; END IF; RETURN OLD; END'
                """);
        execute("CREATE TRIGGER stuck BEFORE DELETE ON requestlog_entry FOR EACH ROW EXECUTE FUNCTION stuck()");
        try {
            assertThatThrownBy(() -> log.deleteExpired(2)).hasMessageContaining("stuck");
        } finally {
            execute("DROP FUNCTION stuck CASCADE");
        }
        assertThat(log.page(all(), 10)).extracting(Entry::path).containsExactly("/v1/c", "/v1/b", "/v1/stuck");
        log.deleteExpired(2);
        assertThat(log.page(all(), 10)).extracting(Entry::path).containsExactly("/v1/c", "/v1/b");
    }

    private static void execute(String sql) {
        database.database().run(tx -> tx.handle().execute(sql));
    }

    @Test
    void an_end_without_a_database_loses_what_waits_and_stops_nothing_else() {
        var gone = TestDatabase.create();
        var last = RequestLog.wire(gone.database(), clocks, true, meters);
        last.answered(asker, request("/v1/a", Map.of()), FINE, 1);
        gone.close();
        last.close();
        assertThat(meters.counter("sluice.requestlog.dropped").count()).isEqualTo(1);
    }

    @Test
    void the_next_page_begins_after_this_one() {
        for (var path : new String[] {"/v1/a", "/v1/b", "/v1/c"}) {
            log.answered(asker, request(path, Map.of()), FINE, 1);
        }
        log.flush();
        var first = log.page(all(), 2);
        var next = new RequestFilter(asker.organizationId(), first.getLast().id(), null, null, "request-1", null, null);
        assertThat(log.page(next, 2)).extracting(Entry::path).containsExactly("/v1/a");
    }
}
