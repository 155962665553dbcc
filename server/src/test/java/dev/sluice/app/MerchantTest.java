package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/// Base of tests of a merchant at a service: one service per class, a merchant per test, and a ledger verification at
/// the end.
public abstract class MerchantTest {
    protected static TestService service;
    private static Consumer<List<String>> faultsCheck;
    protected Merchant merchant;

    @BeforeAll
    protected static void start() {
        service = TestService.start();
        faultsCheck = faults -> assertThat(faults).isEmpty();
    }

    /// Sets the check of the faults that the ledger verification finds, for tests that change stored data.
    protected static void expectFaults(Consumer<List<String>> check) {
        faultsCheck = check;
    }

    @AfterAll
    protected static void stop() {
        try {
            faultsCheck.accept(service.audit().faults());
        } finally {
            service.close();
        }
    }

    @BeforeEach
    protected void enter() {
        merchant = Merchant.at(service);
    }

    @AfterEach
    protected void closeMerchant() {
        merchant.close();
    }

    protected static void pause(long millis) {
        Eventually.pause(Duration.ofMillis(millis));
    }
}
