package dev.sluice.disbursement;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Golden;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestService;
import dev.sluice.event.Event;
import dev.sluice.http.Json;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// The sandbox's forced status: from any status to any other, with the matching ledger transfers.
class ForceTest {
    private static final BigDecimal AMOUNT = new BigDecimal("10000");
    private static final BigDecimal FEE = new BigDecimal("2000");
    private static final BigDecimal TOTAL = AMOUNT.add(FEE);

    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    static Stream<Arguments> pairs() {
        return Status.WIRE.stream().flatMap(from -> Status.WIRE.stream().map(to -> Arguments.of(from, to)));
    }

    /// Returns the event for a forced status.
    private static String event(String status) {
        return "disbursement." + (status.equals("pending") ? "updated" : status);
    }

    private static List<String> steps(JsonNode payout) {
        return payout.path("activityHistory")
                .valueStream()
                .limit(3)
                .map(activity -> text(activity, "status"))
                .toList();
    }

    /// Returns the statuses of a payout's three steps, as a function of its status alone.
    private static List<String> steps(String status) {
        return switch (Status.of(status).orElseThrow()) {
            case PENDING -> List.of("completed", "completed", "pending");
            case COMPLETED, REVERSED -> List.of("completed", "completed", "completed");
            case FAILED -> List.of("completed", "completed", "failed");
            case CANCELLED -> List.of("cancelled", "cancelled", "cancelled");
        };
    }

    private static void assertBooks(Merchant merchant, String status) {
        var taken = switch (Status.of(status).orElseThrow()) {
            case PENDING, COMPLETED -> TOTAL;
            case FAILED, CANCELLED -> BigDecimal.ZERO;
            case REVERSED -> FEE;
        };
        assertThat(merchant.available("IDR")).isEqualByComparingTo(Merchant.OPENING.subtract(taken));
        assertThat(merchant.held("IDR")).isEqualByComparingTo(status.equals("pending") ? TOTAL : BigDecimal.ZERO);
        assertThat(service.audit().faults()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void any_status_becomes_any_other_and_the_books_follow(String from, String to) {
        try (var merchant = Merchant.at(service)) {
            var id = merchant.paid("9999000032", "10000");
            merchant.force(id, from).expect(200);
            assertBooks(merchant, from);
            var reply = merchant.force(id, to).expect(200);
            assertThat(reply.message()).isEqualTo("Disbursement updated");
            assertThat(reply.data()).isEqualTo(merchant.payout(id));
            assertThat(text(reply.data(), "status")).isEqualTo(to);
            assertThat(reply.data().has("completedAt"))
                    .isEqualTo(Set.of("completed", "reversed").contains(to));
            assertThat(reply.data().has("failureCode"))
                    .isEqualTo(Set.of("failed", "reversed").contains(to));
            assertThat(reply.data().has("statusDetail")).isEqualTo(to.equals("pending"));
            assertBooks(merchant, to);
            assertThat(steps(reply.data())).isEqualTo(steps(to));
            assertThat(merchant.eventTypes(id)).containsExactly("disbursement.created", event(from), event(to));
            assertThat(merchant.events(id)).extracting(Event::sequence).containsExactly(1, 2, 3);
        }
    }

    @Test
    void a_status_is_forced_as_often_as_wanted() {
        try (var merchant = Merchant.at(service)) {
            var id = merchant.paid("9999000032", "10000");
            var all = pairs().flatMap(pair -> Arrays.stream(pair.get()))
                    .map(String.class::cast)
                    .toList();
            all.forEach(status -> merchant.force(id, status).expect(200));
            assertBooks(merchant, all.getLast());
            var forced = merchant.payout(id)
                    .path("activityHistory")
                    .valueStream()
                    .filter(activity -> text(activity, "activity").equals("Status forced in the sandbox"))
                    .map(activity -> text(activity, "description"));
            assertThat(forced)
                    .hasSize(all.size())
                    .containsOnly(Status.WIRE.stream()
                            .map(status -> "Status set to " + status)
                            .toArray(String[]::new));
            assertThat(merchant.events(id))
                    .extracting(Event::sequence)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .hasSize(all.size() + 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pending", "completed", "failed", "cancelled", "reversed"})
    void the_answer_is_the_payout(String status) {
        try (var merchant = Merchant.at(service)) {
            var reply =
                    merchant.force(merchant.paid("9999000032", "10000"), status).expect(200);
            Golden.assertSame("disbursement/force-" + status, reply.json());
        }
    }

    @Test
    void an_event_carries_the_payout_as_it_is_then() {
        try (var merchant = Merchant.at(service)) {
            var id = merchant.paid("9999000032", "10000");
            var created = merchant.payout(id);
            var failed = merchant.force(id, "failed").expect(200).data();
            var events = merchant.events(id);
            assertThat(Json.parse(events.get(0).data())).isEqualTo(created);
            assertThat(Json.parse(events.get(1).data())).isEqualTo(failed);
            assertThat(events).extracting(Event::resourceId).containsOnly(UUID.fromString(id));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"status\":\"done\"}", "{\"status\":\"PENDING\"}", "{\"status\":\"queued\"}", "{\"status\":7}",
                "{\"status\":\"\"}", "{\"status\":null}", "{}", "{\"status\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}",
            })
    void an_unknown_status_is_refused(String body) {
        try (var merchant = Merchant.at(service)) {
            var id = merchant.paid("9999000032", "10000");
            var reply = merchant.client().patch("/v1/disbursement/" + id, body).expect(400);
            assertThat(reply.code()).isEqualTo("VALIDATION_FAILED");
            assertThat(text(reply.json().path("details").get(0), "field")).isEqualTo("status");
            assertThat(text(merchant.payout(id), "status")).isEqualTo("pending");
            assertThat(merchant.eventTypes(id)).containsExactly("disbursement.created");
        }
    }

    @Test
    void an_unknown_status_is_told_the_known_ones() {
        try (var merchant = Merchant.at(service)) {
            var reply =
                    merchant.force(merchant.paid("9999000032", "10000"), "done").expect(400);
            Golden.assertSame("error/unknown-status", reply.json());
        }
    }

    @Test
    void a_patch_without_a_body_is_refused() {
        try (var merchant = Merchant.at(service)) {
            var id = merchant.paid("9999000032", "10000");
            assertThat(merchant.client()
                            .patch("/v1/disbursement/" + id, null)
                            .expect(400)
                            .code())
                    .isEqualTo("MALFORMED_JSON");
        }
    }

    @Test
    void an_unknown_id_is_a_400_that_says_disbursement_not_found() {
        try (var merchant = Merchant.at(service);
                var other = Merchant.at(service)) {
            var theirs = other.paid("9999000032", "10000");
            for (var id : new String[] {UUID.randomUUID().toString(), "x", "0", theirs, theirs + "0"}) {
                var reply = merchant.force(id, "completed").expect(400);
                assertThat(reply.message()).isEqualTo("Disbursement not found");
                Golden.assertSame("error/sandbox-disbursement-not-found", reply.json());
                var both = merchant.force(id, "done").expect(400);
                assertThat(both.message()).isEqualTo("Disbursement not found");
                assertThat(text(both.json().path("details").get(0), "field")).isEqualTo("status");
            }
            assertThat(text(other.payout(theirs), "status")).isEqualTo("pending");
            assertThat(other.eventTypes(theirs)).containsExactly("disbursement.created");
        }
    }

    @Test
    void an_id_in_upper_case_is_the_same() {
        try (var merchant = Merchant.at(service)) {
            var id = merchant.paid("9999000032", "10000");
            merchant.force(id.toUpperCase(Locale.ROOT), "completed").expect(200);
            assertThat(text(merchant.payout(id), "status")).isEqualTo("completed");
        }
    }

    @Test
    void what_the_balance_cannot_bear_is_refused_and_changes_nothing() {
        try (var merchant = Merchant.at(service)) {
            var id = merchant.paid("9999000032", "10000");
            merchant.force(id, "failed").expect(200);
            merchant.paid("9999000032", "990000");
            for (var status : new String[] {"pending", "completed"}) {
                var reply = merchant.force(id, status).expect(400);
                assertThat(reply.message()).isEqualTo("insufficient balance");
                Golden.assertSame("error/force-insufficient-balance", reply.json());
            }
            assertThat(text(merchant.payout(id), "status")).isEqualTo("failed");
            assertThat(merchant.available("IDR")).isEqualByComparingTo("8000");
            merchant.force(id, "reversed").expect(200);
            assertThat(merchant.available("IDR")).isEqualByComparingTo("6000");
            assertThat(merchant.eventTypes(id))
                    .containsExactly("disbursement.created", "disbursement.failed", "disbursement.reversed");
            assertThat(service.audit().faults()).isEmpty();
        }
    }

    @Test
    void the_bank_has_no_say_after_that() {
        try (var merchant = Merchant.at(service)) {
            var pending = merchant.paid("1234567890", "10000");
            merchant.force(pending, "pending").expect(200);
            var submitted = merchant.paid("9999000031", "10000");
            merchant.awaitDetail(submitted, "submitted");
            merchant.force(submitted, "failed").expect(200);
            var bounced = merchant.paid("9999000011", "10000");
            merchant.await(bounced, payout -> payout.has("completedAt"));
            merchant.force(bounced, "completed").expect(200);
            var noticed = merchant.paid("9999000033", "10000");
            merchant.force(noticed, "cancelled").expect(200);
            merchant.advance("PT1H");
            merchant.await(merchant.paid("1234567890", "10000"), "completed");
            var expected = Map.of(pending, "pending", submitted, "failed", bounced, "completed", noticed, "cancelled");
            expected.forEach((id, status) ->
                    assertThat(text(merchant.payout(id), "status")).isEqualTo(status));
            assertThat(service.audit().faults()).isEmpty();
        }
    }

    @Test
    void a_payout_forced_to_be_pending_cannot_be_cancelled() {
        try (var merchant = Merchant.at(service)) {
            var id = merchant.paid("9999000032", "10000");
            merchant.force(id, "pending").expect(200);
            merchant.cancel(id).expect(409);
            merchant.force(id, "cancelled").expect(200);
            merchant.cancel(id).expect(200);
        }
    }
}
