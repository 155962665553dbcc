package dev.sluice.deposit;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// A rail's reports of a payment, in any number and order: the last revision counts, once.
class ReversedReceiptTest extends ReversalTest {
    @Test
    void being_told_twice_takes_back_once() {
        var id = asked("usdc-polygon", "100");
        add(receipt(id, RAIL, "a", usdc("100")));
        await(id, "completed");
        readAgain();
        assertThat(gained()).isEqualByComparingTo("99.5");
        reverse("a", "a");
        reverse("a");
        await(id, received("0"));
        readAgain();
        reverse("a");
        awaitRead();
        assertThat(gained()).isEqualByComparingTo("0");
        assertThat(merchant.eventTypes(id)).containsExactly("deposit.created", "deposit.completed", "deposit.updated");
        assertThat(count("SELECT revision FROM rail_incoming_payment WHERE key = '" + key("a") + "'"))
                .isEqualTo(2);
    }

    @Test
    void one_that_vanished_before_it_was_read_was_never_there() {
        var id = asked("usdc-polygon", "100");
        var now = service.clocks().instant();
        var reported = receipt(id, RAIL, "a", usdc("100"));
        service.connections().run(tx -> {
            receipts().add(tx, List.of(reported));
            receipts().reverse(tx, RAIL, List.of(key("a")), now);
        });
        awaitRead();
        assertThat(text(deposit(id), "status")).isEqualTo("pending");
        assertThat(deposit(id).path("payments")).isEmpty();
        assertThat(merchant.eventTypes(id)).containsExactly("deposit.created");
        add(reported);
        assertThat(labels(await(id, "completed"))).isEmpty();
        assertThat(gained()).isEqualByComparingTo("99.5");
        var both = asked("usdc-polygon", "10");
        var other = receipt(both, RAIL, "b", usdc("10"));
        service.connections().run(tx -> {
            receipts().add(tx, List.of(other));
            receipts().reverse(tx, RAIL, List.of(key("b")), now);
            receipts().add(tx, List.of(other));
        });
        assertThat(standings(await(both, "completed"))).containsExactly("credited");
    }

    @Test
    void an_old_word_that_is_read_late_changes_nothing() {
        var id = asked("usdc-polygon", "100");
        add(receipt(id, RAIL, "a", usdc("100")));
        await(id, "completed");
        var before = "SELECT %s FROM rail_incoming_payment WHERE key = '" + key("a") + "'";
        var seen = one(before.formatted("seen_at::text"));
        var mac = one(before.formatted("mac::text"));
        reverse("a");
        await(id, received("0"));
        execute("UPDATE rail_incoming_payment SET read_at = NULL, revision = 1, reversed = false, seen_at = '" + seen
                + "', mac = '" + mac + "' WHERE key = '" + key("a") + "'");
        awaitRead();
        assertThat(gained()).isEqualByComparingTo("0");
        assertThat(standings(deposit(id))).containsExactly("reversed");
    }

    private static String one(String sql) {
        return service.connections()
                .read(handle -> handle.createQuery(sql).mapTo(String.class).one());
    }

    @Test
    void a_word_that_changed_while_it_was_read_is_read_again() {
        var id = asked("usdc-polygon", "100");
        add(receipt(id, RAIL, "a", usdc("100")));
        await(id, "completed");
        var read = service.connections()
                .inTx(tx -> tx.handle()
                        .createQuery("SELECT revision FROM rail_incoming_payment WHERE key = :key")
                        .bind("key", key("a"))
                        .mapTo(Integer.class)
                        .one());
        var stale = new IncomingPayments.Entry(receipt(id, RAIL, "a", usdc("100")), read, false);
        service.connections().run(tx -> {
            receipts().reverse(tx, RAIL, List.of(key("a")), service.clocks().instant());
            receipts().markRead(tx, List.of(stale), service.clocks().instant());
        });
        await(id, received("0"));
    }

    @Test
    void unmatched_money_leaves_the_suspense_again() {
        var now = service.clocks().instant();
        var nobodys = new Destination("usdc-polygon", "polygon", "0x" + run);
        var old = receipt(RAIL, "a", nobodys, usdc("7"));
        var reported = new IncomingPayment(
                RAIL,
                old.key(),
                nobodys,
                old.amount(),
                old.payer(),
                null,
                now.minusSeconds(120),
                now.minusSeconds(120));
        long before = suspense();
        add(reported);
        awaitRead();
        assertThat(suspense() - before).isEqualTo(7_000_000);
        reverse(RAIL, now.minusSeconds(120), "a");
        awaitRead();
        readAgain();
        assertThat(suspense()).isEqualTo(before);
        assertThat(service.audit().faults()).isEmpty();
        add(reported);
        awaitRead();
        assertThat(suspense() - before).isEqualTo(7_000_000);
        var never = receipt(RAIL, "b", nobodys, usdc("9"));
        service.connections().run(tx -> {
            receipts().add(tx, List.of(never));
            receipts().reverse(tx, RAIL, List.of(key("b")), now.minusSeconds(120));
        });
        awaitRead();
        assertThat(suspense() - before).isEqualTo(7_000_000);
    }

    private static long suspense() {
        return count("SELECT coalesce(sum(balance), 0) FROM ledger_account WHERE role = 'suspense' AND asset ="
                + " 'usdc-polygon' AND organization_id = '00000000-0000-0000-0000-000000000000'");
    }

    /// Lets the house receive money before its destination is known, and then makes the destination known.
    private void cameEarly(IncomingPayment reported) {
        var now = service.clocks().instant();
        var early = new IncomingPayment(
                RAIL,
                reported.key(),
                reported.destination(),
                reported.amount(),
                reported.payer(),
                null,
                now,
                now.minusSeconds(120));
        var route = "UPDATE merchant_directory SET key = '%s' WHERE key = '%s'";
        var hidden = "hidden " + run;
        execute(route.formatted(hidden, reported.destination().text()));
        add(early);
        awaitRead();
        execute(route.formatted(reported.destination().text(), hidden));
    }

    @Test
    void money_that_came_before_its_destination_was_known_is_taken_back_from_the_house() {
        var id = asked("usdc-polygon", "100");
        var reported = receipt(id, RAIL, "a", usdc("100"));
        long before = suspense();
        cameEarly(reported);
        assertThat(suspense() - before).isEqualTo(100_000_000);
        reverse("a");
        awaitRead();
        assertThat(suspense()).isEqualTo(before);
        add(reported);
        await(id, "completed");
        assertThat(gained()).isEqualByComparingTo("99.5");
    }

    @Test
    void money_that_the_house_has_is_not_credited_as_well_when_its_destination_is_known() {
        var id = asked("usdc-polygon", "100");
        var reported = receipt(id, RAIL, "a", usdc("100"));
        long before = suspense();
        cameEarly(reported);
        var now = service.clocks().instant();
        service.connections().run(tx -> {
            receipts().reverse(tx, RAIL, List.of(key("a")), now);
            receipts().add(tx, List.of(reported));
        });
        awaitRead();
        assertThat(suspense() - before).isEqualTo(100_000_000);
        assertThat(text(deposit(id), "status")).isEqualTo("pending");
        assertThat(deposit(id).path("payments")).isEmpty();
    }

    /// Its route leads to a deposit that does not exist, as after a partial restore of rows.
    @Test
    void money_for_a_deposit_whose_row_is_missing_is_held_in_suspense() {
        var id = asked("usdc-polygon", "100");
        var reported = receipt(id, RAIL, "a", usdc("100"));
        var route = "UPDATE merchant_directory SET target_id = '%s' WHERE key = '%s'";
        long before = suspense();
        execute(route.formatted(UUID.randomUUID(), reported.destination().text()));
        try {
            add(reported);
            awaitRead();
            assertThat(suspense() - before).isEqualTo(100_000_000);
            assertThat(count("SELECT count(*) FROM deposit_payment WHERE key = '" + key("a")
                            + "' AND reason = 'UNKNOWN_DESTINATION' AND deposit_id IS NULL"))
                    .isEqualTo(1);
            readAgain();
            assertThat(suspense() - before).isEqualTo(100_000_000);
            assertThat(service.audit().faults()).isEmpty();
            reverse("a");
            awaitRead();
            assertThat(suspense()).isEqualTo(before);
            add(reported);
            awaitRead();
            assertThat(suspense() - before).isEqualTo(100_000_000);
        } finally {
            execute(route.formatted(id, reported.destination().text()));
        }
        readAgain();
        assertThat(suspense() - before)
                .as("the house has it until a person moves it")
                .isEqualTo(100_000_000);
        assertThat(gained()).isZero();
    }

    @Test
    void whatever_a_rail_says_in_whatever_order_its_last_word_counts() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        var id = asked("usdc-polygon", "1000");
        var there = new HashSet<Integer>();
        for (int i = 0; i < 120; i++) {
            int payment = random.nextInt(8);
            boolean comes = random.nextBoolean();
            if (comes) {
                add(receipt(id, RAIL, "p" + payment, usdc(Integer.toString(10 << payment))));
                there.add(payment);
            } else {
                reverse("p" + payment);
                there.remove(payment);
            }
            if (random.nextInt(4) == 0) {
                awaitRead();
            }
        }
        awaitRead();
        var sum = there.stream().mapToInt(payment -> 10 << payment).sum();
        var deposit = deposit(id);
        assertThat(deposit.path("payments")
                        .valueStream()
                        .filter(each -> !text(each, "status").equals("reversed"))
                        .mapToInt(each -> each.path("amount").intValue())
                        .sum())
                .as("seed %d", seed)
                .isEqualTo(sum);
        if (text(deposit, "status").equals("completed")) {
            assertThat(gained())
                    .as("seed %d", seed)
                    .isEqualByComparingTo(new BigDecimal(sum).multiply(new BigDecimal("0.995")));
        } else {
            assertThat(gained()).as("seed %d", seed).isZero();
        }
    }
}
