package dev.sluice.operator;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.app.Merchant;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Moved payments that their rail reverses, and concurrent decisions. The ledger is verified after each test.
@Tag("slow")
class MovedPaymentTest extends MovingTest {
    private static final int ROUNDS = 12;

    private String source;
    private String target;

    private void moved() {
        source = asked("100000");
        target = asked("50000");
        assertThat(move(person(Role.OPERATOR), putAside(source, "a", idr("50000")), target))
                .isEqualTo(303);
        assertThat(status(deposit(target))).isEqualTo("completed");
    }

    @Test
    void a_deposit_whose_payment_was_moved_can_be_cancelled_at_its_page() {
        source = asked("100000");
        target = asked("50000");
        var page = "/dashboard/deposits/" + source;
        var cancel = page + "/cancel";
        var put = putAside(source, "a", idr("50000"));
        assertThat(person(Role.MAKER).get(page).body()).doesNotContain(cancel);
        assertThat(move(person(Role.OPERATOR), put, target)).isEqualTo(303);
        var maker = person(Role.MAKER);
        assertThat(maker.get(page).body()).contains(cancel);
        assertThat(maker.post(cancel, java.util.Map.of("formKey", "c")).statusCode())
                .isEqualTo(303);
        assertThat(status(deposit(source))).isEqualTo("cancelled");
    }

    @Test
    void what_is_undone_is_taken_back_where_it_was_moved_to() {
        var before = merchant.available("IDR");
        moved();
        undo(BANK, "a");
        awaitRead();
        assertThat(standings(deposit(target))).containsExactly("reversed");
        assertThat(standings(deposit(source))).containsExactly("moved");
        assertThat(labels(deposit(target))).containsExactly("UNDERPAID", "REVERSED");
        assertThat(merchant.available("IDR")).isEqualByComparingTo(before);
        assertThat(suspense()).isZero();
        assertThat(activities(deposit(target))).contains("Payment reversed");
        assertThat(person(Role.OPERATOR)
                        .get(path(merchant.organizationId().toString(), "a"))
                        .body())
                .contains("Moved to another deposit", "Reversed by its rail");
    }

    @Test
    void what_was_spent_of_it_is_owed() {
        moved();
        merchant.paid("1234567890", "1030000");
        undo(BANK, "a");
        awaitRead();
        assertThat(number(deposit(target), "owedAmount")).isPositive();
        assertThat(merchant.available("IDR")).isZero();
        tell(receipt(source, BANK, "a", idr("50000")));
        awaitRead();
        assertThat(deposit(target).path("owedAmount").isNull()).isTrue();
    }

    @Test
    void what_is_there_again_counts_there_again() {
        moved();
        var after = merchant.available("IDR");
        undo(BANK, "a");
        awaitRead();
        tell(receipt(source, BANK, "a", idr("50000")));
        awaitRead();
        execute("UPDATE rail_incoming_payment SET read_at = NULL WHERE key = '" + key("a") + "'");
        awaitRead();
        assertThat(standings(deposit(target))).containsExactly("credited");
        assertThat(labels(deposit(target))).isEmpty();
        assertThat(merchant.available("IDR")).isEqualByComparingTo(after);
        assertThat(standings(deposit(source))).containsExactly("moved");
        assertThat(merchant.eventTypes(target))
                .containsExactly("deposit.created", "deposit.completed", "deposit.updated", "deposit.updated");
    }

    @Test
    void a_word_that_changed_twice_before_it_was_read_changes_nothing() {
        moved();
        service.connections().run(tx -> {
            var payments = new dev.sluice.rail.IncomingPayments(service.vault());
            payments.reverse(tx, BANK, List.of(key("a")), service.clocks().instant());
            payments.add(tx, List.of(receipt(source, BANK, "a", idr("50000"))));
        });
        awaitRead();
        assertThat(standings(deposit(target))).containsExactly("credited");
        undo(BANK, "a");
        awaitRead();
        assertThat(standings(deposit(target))).containsExactly("reversed");
    }

    @Test
    void what_is_there_again_where_other_money_came_is_put_aside_anew() {
        moved();
        undo(BANK, "a");
        awaitRead();
        merchant.payIn(target, null).expect(200);
        await(() -> standings(deposit(target)).contains("credited"));
        tell(receipt(source, BANK, "a", idr("50000")));
        awaitRead();
        assertThat(standings(deposit(target))).containsExactlyInAnyOrder("reversed", "credited");
        assertThat(standings(deposit(source))).containsExactly("under_review");
        assertThat(suspense()).isEqualTo(5_000_000);
        var third = asked("50000");
        assertThat(move(person(Role.OPERATOR), path(merchant.organizationId().toString(), "a"), third))
                .isEqualTo(303);
        assertThat(status(deposit(third))).isEqualTo("completed");
        undo(BANK, "a");
        awaitRead();
        assertThat(standings(deposit(third))).containsExactly("reversed");
        assertThat(standings(deposit(target))).containsExactlyInAnyOrder("reversed", "credited");
    }

    @Test
    void tokens_of_the_house_are_taken_back_where_they_are_and_come_again() {
        long before = suspense(PLATFORM, "usdc-polygon");
        var tokens = askedInTokens(merchant, "100");
        tell(nobodys(CHAIN, "n", usdc("40")));
        awaitRead();
        assertThat(move(person(Role.OPERATOR), path(PLATFORM, "n"), tokens)).isEqualTo(303);
        var found = merchant.client().get("/v1/deposit/crypto?transactionHash=" + key("n"));
        assertThat(text(found.expect(200).data().path("docs").get(0), "depositId"))
                .isEqualTo(tokens);
        assertThat(person(Role.OPERATOR)
                        .get("/dashboard/operator/search?q=" + key("n"))
                        .body())
                .contains("/dashboard/operator/ledger/payment?id=" + tokens);
        undo(CHAIN, "n");
        awaitRead();
        assertThat(standings(deposit(tokens))).containsExactly("reversed");
        tell(nobodys(CHAIN, "n", usdc("40")));
        awaitRead();
        assertThat(standings(deposit(tokens))).containsExactly("received");
        tell(receipt(tokens, CHAIN, "rest", usdc("60")));
        await(() -> status(deposit(tokens)).equals("completed"));
        undo(CHAIN, "n");
        awaitRead();
        assertThat(number(deposit(tokens), "receivedAmount")).isEqualByComparingTo("60");
        assertThat(suspense(PLATFORM, "usdc-polygon")).isEqualTo(before);
    }

    @Test
    void what_the_house_had_of_a_deposit_stays_with_the_one_that_an_operator_gave_it_to() {
        long before = suspense(PLATFORM, "usdc-polygon");
        var source = askedInTokens(merchant, "100");
        var target = askedInTokens(merchant, "100");
        for (int sent = 0; sent < 100; sent++) {
            tell(receipt(source, CHAIN, "dust" + sent, usdc("0.1")));
        }
        awaitRead();
        tell(receipt(source, CHAIN, "n", usdc("40")));
        awaitRead();
        assertThat(suspense(PLATFORM, "usdc-polygon") - before).isEqualTo(40_000_000);
        assertThat(move(person(Role.OPERATOR), path(PLATFORM, "n"), target)).isEqualTo(303);
        undo(CHAIN, "n");
        awaitRead();
        assertThat(standings(deposit(target))).containsExactly("reversed");
        tell(receipt(source, CHAIN, "n", usdc("40")));
        awaitRead();
        assertThat(standings(deposit(target))).containsExactly("received");
        assertThat(number(deposit(source), "receivedAmount")).isEqualByComparingTo("10");
    }

    @Test
    void of_two_operators_at_two_nodes_one_wins() {
        try (var node = service.sibling();
                var third = Merchant.at(service)) {
            var here = operator(service, third);
            var there = operator(node, third);
            for (int round = 0; round < ROUNDS; round++) {
                boolean house = round % 2 == 0;
                var name = "r" + round;
                var first = asked("50000");
                var second = third.createDeposit("014_TRANSFER", "50000");
                var page = house ? shelved(name) : putAside(asked("100000"), name, idr("50000"));
                var statuses =
                        AtOnce.both(() -> move(here, page, merchant, first), () -> move(there, page, third, second));
                assertThat(statuses).containsExactlyInAnyOrder(303, 409);
                assertThat(List.of(status(deposit(first)), status(deposit(third, second))))
                        .containsExactlyInAnyOrder("completed", "pending");
            }
        }
    }

    private String shelved(String name) {
        tell(nobodys(BANK, name, idr("50000")));
        awaitRead();
        return path(PLATFORM, name);
    }

    @Test
    void a_rail_that_takes_it_back_while_it_is_moved_takes_it_from_wherever_it_is() {
        try (var node = service.sibling()) {
            var here = operator(service, merchant);
            var there = operator(node, merchant);
            long house = suspense(PLATFORM, "IDR");
            for (int round = 0; round < ROUNDS; round++) {
                var name = "r" + round;
                var first = asked("50000");
                var page = round % 2 == 0 ? shelved(name) : putAside(asked("100000"), name, idr("50000"));
                var operator = round % 4 < 2 ? here : there;
                var statuses = AtOnce.both(() -> move(operator, page, first), () -> {
                    undo(BANK, name);
                    return 0;
                });
                awaitRead();
                assertThat(statuses.getFirst()).isIn(303, 409);
                assertThat(standings(deposit(first)))
                        .isEqualTo(statuses.getFirst() == 303 ? List.of("reversed") : List.of());
                assertThat(suspense()).isZero();
                assertThat(suspense(PLATFORM, "IDR")).isEqualTo(house);
            }
            assertThat(merchant.available("IDR")).isEqualByComparingTo(Merchant.OPENING);
        }
    }

    /// The rail's report was read and waited while another node moved the payment.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_move_that_overtakes_its_rails_word_is_found_by_it(boolean house) throws InterruptedException {
        var whose = house ? PLATFORM : merchant.organizationId().toString();
        long before = suspense(whose, "IDR");
        var first = asked("50000");
        // Comes before the other node starts, because that node could read the same report again and
        // interfere.
        var page = house ? shelved("a") : putAside(asked("100000"), "a", idr("50000"));
        try (var node = service.sibling();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var held = new CountDownLatch(1);
            var released = new CountDownLatch(1);
            var holder = threads.submit(() -> hold(whose, held, released));
            held.await();
            var theMove = threads.submit(() -> move(operator(node, merchant), page, first));
            awaitLocks(1);
            undo(BANK, "a");
            awaitLocks(2);
            released.countDown();
            await(holder::isDone);
            await(theMove::isDone);
            awaitRead();
            assertThat(theMove.resultNow()).isEqualTo(303);
            assertThat(standings(deposit(first))).containsExactly("reversed");
            assertThat(suspense(whose, "IDR")).isEqualTo(before);
        }
    }

    /// Locks suspended payments until the test releases them.
    private static void hold(String whose, CountDownLatch held, CountDownLatch released) {
        service.connections().run(tx -> {
            tx.handle()
                    .execute("SELECT 1 FROM ledger_account WHERE role = 'suspense' AND asset = 'IDR'"
                            + " AND organization_id = '" + whose + "' FOR UPDATE");
            held.countDown();
            try {
                released.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /// Waits until a number of database sessions have waited for a lock for a while.
    private static void awaitLocks(int waiting) {
        await(() -> one(
                        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                + " AND datname = current_database()"
                                + " AND clock_timestamp() - state_change > interval '300 ms'",
                        Long.class)
                >= waiting);
    }

    @Test
    void the_same_move_many_times_at_once_is_one() {
        var operator = person(Role.OPERATOR);
        var one = asked("50000");
        var page = putAside(asked("100000"), "a", idr("50000"));
        var statuses = AtOnce.times(6, _ -> move(operator, page, one));
        assertThat(statuses).containsOnly(303);
        assertThat(merchant.eventTypes(one)).containsExactly("deposit.created", "deposit.completed");
        assertThat(number(deposit(one), "receivedAmount")).isEqualByComparingTo("50000");
    }

    /// In any order of reports, reversals and moves, each existing payment is either in suspense or credited to a
    /// deposit.
    @Test
    void no_money_is_lost_or_made() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        var operator = person(Role.OPERATOR);
        long house = suspense(PLATFORM, "IDR");
        var deposits = new ArrayList<String>();
        for (int i = 0; i < 6; i++) {
            deposits.add(asked(Integer.toString(100_000 + i * 10_000)));
        }
        var there = new HashMap<Integer, Integer>();
        for (int step = 0; step < 90; step++) {
            int payment = random.nextInt(8);
            int amount = 20_000 + payment * 1_000;
            switch (random.nextInt(4)) {
                case 0, 1 -> {
                    tell(
                            payment < 2
                                    ? nobodys(BANK, "p" + payment, idr(Integer.toString(amount)))
                                    : receipt(
                                            deposits.get(payment % 3),
                                            BANK,
                                            "p" + payment,
                                            idr(Integer.toString(amount))));
                    there.put(payment, amount);
                }
                case 2 -> {
                    undo(BANK, "p" + payment);
                    there.remove(payment);
                }
                default -> {
                    awaitRead();
                    moveSomewhere(random, operator, deposits, payment);
                }
            }
        }
        awaitRead();
        var credited = deposits.stream()
                .map(id -> deposit(id).path("receivedAmount"))
                .filter(received -> received.isNumber())
                .map(received -> received.decimalValue())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        var aside = BigDecimal.valueOf(suspense() + suspense(PLATFORM, "IDR") - house, 2);
        assertThat(credited.add(aside))
                .as("seed %d", seed)
                .isEqualByComparingTo(BigDecimal.valueOf(
                        there.values().stream().mapToInt(Integer::intValue).sum()));
        assertThat(service.audit().faults()).as("seed %d", seed).isEmpty();
    }

    private void moveSomewhere(Random random, Person operator, List<String> deposits, int payment) {
        var organization = payment < 2 ? PLATFORM : merchant.organizationId().toString();
        boolean known =
                one("SELECT count(*) FROM deposit_payment WHERE key = '" + key("p" + payment) + "'", Long.class) > 0;
        if (known) {
            var page = path(organization, "p" + payment);
            var to = deposits.get(random.nextInt(deposits.size()));
            assertThat(operator.post(page + "/move", target(merchant, to)).statusCode())
                    .isIn(303, 404, 409);
        }
    }

    @Test
    void what_it_is_moved_by_is_an_operators() {
        var page = putAside(asked("100000"), "a", idr("50000"));
        var one = asked("50000");
        for (var role : List.of(Role.OWNER, Role.ADMIN, Role.MAKER, Role.CHECKER)) {
            assertThat(move(person(role), page, one)).isEqualTo(403);
        }
        var operator = person(Role.OPERATOR);
        var forged = operator.postAsIs(page + "/move", Map.copyOf(target(merchant, one)));
        assertThat(forged.statusCode()).isEqualTo(403);
        assertThat(text(deposit(one), "status")).isEqualTo("pending");
    }
}
