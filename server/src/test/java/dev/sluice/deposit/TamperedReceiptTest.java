package dev.sluice.deposit;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestService;
import dev.sluice.db.ServingRole;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Payer;
import dev.sluice.rail.RailAlerts;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An attacker with the password of the serving role, but not the master key, tries to have money credited that never
/// arrived.
class TamperedReceiptTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String RAIL = "sandbox";
    private static final Asset IDR = Asset.fiat("IDR", 2);

    private static TestService service;
    private static ServingRole attacker;
    private final String key = UUID.randomUUID().toString();
    private Merchant merchant;

    @BeforeAll
    static void start() {
        service = TestService.start();
        attacker = new ServingRole(service.connections());
    }

    @AfterAll
    static void stop() {
        attacker.close();
        service.close();
    }

    @BeforeEach
    void enter() {
        merchant = Merchant.at(service);
        service.connections().run(tx -> tx.handle().execute("DELETE FROM rail_alert"));
    }

    @AfterEach
    void close() {
        service.connections().run(tx -> tx.handle().execute("DELETE FROM rail_incoming_payment WHERE mac IS NULL"));
        merchant.close();
    }

    private IncomingPayments receipts() {
        return new IncomingPayments(service.vault());
    }

    /// Returns a receipt of an amount for a deposit.
    private IncomingPayment receipt(String deposit, String amount, Instant at) {
        var destination = service.connections()
                .read(handle -> handle.createQuery("SELECT destination FROM deposit WHERE id = :id")
                        .bind("id", UUID.fromString(deposit))
                        .mapTo(String.class)
                        .one());
        var payer = new Payer("Budi", "Budi", null, null, "1234567", null);
        return new IncomingPayment(
                RAIL,
                key,
                Destination.of(destination),
                Money.exactly(new BigDecimal(amount), IDR),
                payer,
                null,
                at,
                at);
    }

    private void add(IncomingPayment payment) {
        service.connections().run(tx -> receipts().add(tx, List.of(payment)));
    }

    private int change(String what) {
        return attacker.execute("UPDATE rail_incoming_payment SET " + what + ", due_at = now() WHERE key = ?", key);
    }

    private void awaitAlert() {
        Eventually.within(
                PATIENCE,
                "operators are told",
                () -> RailAlerts.conditions(service.connections()).stream()
                        .anyMatch(condition -> condition.startsWith("receipt/tampered/")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "units = units * 10",
                "reversed = true",
                "revision = revision + 1",
                "paid_at = now() - interval '1 year'",
                "kind = 'CRYPTO'",
                "exponent = 77",
                "destination = 'elsewhere'",
                "payer = 'sealed by nobody'",
                "mac = NULL",
                "mac = sha256('guessed')"
            })
    void what_was_changed_is_held_and_reported_and_never_credited(String change) {
        var id = merchant.createDeposit("014_VA", "100000");
        add(receipt(id, "10000", service.clocks().instant().plus(Duration.ofHours(1))));
        assertThat(change(change)).isEqualTo(1);
        awaitAlert();
        assertThat(text(merchant.deposit(id), "status")).isEqualTo("pending");
        assertThat(service.audit().faults()).anyMatch(fault -> fault.contains("receipt " + RAIL + "/" + key));
        attacker.execute("UPDATE rail_incoming_payment SET mac = NULL WHERE key = ?", key);
    }

    @Test
    void a_receipt_of_nobody_is_never_credited() {
        var id = merchant.createDeposit("014_VA", "100000");
        var real = merchant.createDeposit("014_VA", "100000");
        add(receipt(real, "100000", service.clocks().instant()));
        merchant.awaitDeposit(real, "completed");
        assertThat(attacker.execute(
                        "INSERT INTO rail_incoming_payment (rail, key, destination, asset, kind, exponent, units,"
                                + " payer, paid_at, seen_at, due_at, revision, reversed, mac) SELECT rail, key || '!',"
                                + " (SELECT destination FROM deposit WHERE id = ?), asset, kind, exponent, units,"
                                + " payer, paid_at, seen_at, now(), revision, reversed, mac"
                                + " FROM rail_incoming_payment WHERE key = ?",
                        UUID.fromString(id),
                        key))
                .isEqualTo(1);
        awaitAlert();
        assertThat(text(merchant.deposit(id), "status")).isEqualTo("pending");
        attacker.execute("UPDATE rail_incoming_payment SET mac = NULL WHERE key = ?", key + "!");
    }

    @Test
    void a_receipt_that_is_restored_is_credited() {
        var id = merchant.createDeposit("014_VA", "100000");
        add(receipt(id, "100000", service.clocks().instant().plus(Duration.ofHours(1))));
        change("units = units * 10");
        awaitAlert();
        assertThat(change("units = units / 10")).isEqualTo(1);
        merchant.awaitDeposit(id, "completed");
        assertThat(service.audit().faults()).isEmpty();
    }

    @Test
    void a_rail_that_tells_it_again_is_right() {
        var id = merchant.createDeposit("014_VA", "100000");
        var payment = receipt(id, "100000", service.clocks().instant().plus(Duration.ofHours(1)));
        add(payment);
        change("units = 1, destination = 'IDR:014_VA:6666'");
        awaitAlert();
        add(receipt(id, "100000", service.clocks().instant()));
        merchant.awaitDeposit(id, "completed");
    }

    @Test
    void one_that_was_changed_and_is_taken_back_is_held() {
        var id = merchant.createDeposit("014_VA", "100000");
        add(receipt(id, "100000", service.clocks().instant().plus(Duration.ofHours(1))));
        attacker.execute("UPDATE rail_incoming_payment SET units = units * 10 WHERE key = ?", key);
        service.connections()
                .run(tx -> receipts()
                        .reverse(tx, RAIL, List.of(key), service.clocks().instant()));
        awaitAlert();
        assertThat(service.audit().faults()).anyMatch(fault -> fault.contains(key));
    }
}
