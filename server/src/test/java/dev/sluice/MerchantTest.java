package dev.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/// What a merchant can do at a service: one service for all tests of a class, a merchant of its own for each, and books
/// that are right after each.
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
