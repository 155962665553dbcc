package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/// Base of tests of a merchant at a service: one service per class, a merchant per test, and a ledger verification
/// after each.
public abstract class MerchantTest {
    protected static TestService service;
    protected Merchant merchant;

    @BeforeAll
    protected static void start() {
        service = TestService.start();
    }

    @AfterAll
    protected static void stop() {
        service.close();
    }

    @BeforeEach
    protected void enter() {
        merchant = Merchant.at(service);
    }

    @AfterEach
    protected void the_books_are_right() {
        assertThat(service.audit().faults()).isEmpty();
        merchant.close();
    }

    protected static void pause(long millis) {
        Eventually.pause(Duration.ofMillis(millis));
    }
}
