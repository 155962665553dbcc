package dev.sluice.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.math.BigInteger;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Transfers on locked accounts, decided in memory and then written.
class BooksTest {
    private static final Asset EUR = Asset.fiat("EUR", 2);
    private static final Asset USD = Asset.fiat("USD", 2);
    private static final Account CLEARING = Account.clearing("bank");
    private static final Clocks CLOCKS = new Clocks(InstantSource.system());
    private static final Ledger LEDGER = new Ledger(CLOCKS);
    private static TestDatabase test;

    private final UUID organization = CLOCKS.newId();

    @BeforeAll
    static void create() {
        test = TestDatabase.create();
    }

    @AfterAll
    static void proveAndDrop() {
        assertThat(LedgerVerifier.verify(test.database(), List.of()).faults())
                .allSatisfy(fault -> assertThat(fault).startsWith("payments account for 0"));
        test.close();
    }

    @Test
    void a_new_account_has_nothing() {
        keep(books -> assertThat(books.balance(key(Account.AVAILABLE))).isEqualTo(euro(0)));
    }

    @Test
    void a_transfer_takes_from_one_account_and_gives_to_the_other() {
        fund(100);
        keep(books -> {
            books.transfer(hold(30));
            assertThat(books.balance(key(Account.AVAILABLE))).isEqualTo(euro(70));
            assertThat(books.balance(key(Account.HELD))).isEqualTo(euro(30));
            books.flush();
        });
        keep(books -> {
            assertThat(books.balance(key(Account.AVAILABLE))).isEqualTo(euro(70));
            assertThat(books.balance(key(Account.FUNDING))).isEqualTo(euro(-100));
        });
    }

    @Test
    void a_merchants_account_is_never_overdrawn_and_a_refused_transfer_changes_nothing() {
        fund(100);
        keep(books -> {
            assertRefused(() -> books.transfer(hold(101)));
            assertRefused(() -> books.transfer(transfer(Account.HELD, CLEARING, 1)));
            assertThat(books.balance(key(Account.AVAILABLE))).isEqualTo(euro(100));
            books.transfer(hold(100));
            assertRefused(() -> books.transfer(hold(1)));
            books.flush();
        });
        assertThat(available()).isZero();
    }

    @Test
    void what_was_decided_since_a_mark_is_taken_back() {
        fund(100);
        keep(books -> {
            books.transfer(hold(10));
            int mark = books.mark();
            books.transfer(hold(20));
            books.transfer(transfer(Account.HELD, CLEARING, 25));
            books.rollBackTo(mark);
            assertThat(books.balance(key(Account.AVAILABLE))).isEqualTo(euro(90));
            assertThat(books.balance(key(Account.HELD))).isEqualTo(euro(10));
            assertThat(books.balance(key(CLEARING))).isEqualTo(euro(0));
            books.transfer(hold(90));
            books.flush();
        });
        assertThat(available()).isZero();
        assertThat(LedgerVerifier.verify(test.database(), List.of()).faults())
                .noneMatch(fault -> fault.contains(organization.toString()));
    }

    @Test
    void what_is_not_flushed_is_not_written() {
        fund(100);
        keep(books -> books.transfer(hold(10)));
        assertThat(available()).isEqualTo(100);
    }

    @Test
    void flushing_twice_writes_once() {
        fund(100);
        keep(books -> {
            books.transfer(hold(10));
            books.flush();
            books.flush();
            books.transfer(hold(5));
            books.flush();
        });
        assertThat(available()).isEqualTo(85);
    }

    @Test
    void a_payments_step_is_booked_only_once() {
        fund(100);
        var step = hold(10);
        keep(books -> {
            books.transfer(step);
            books.flush();
        });
        assertThatThrownBy(() -> keep(books -> {
                    books.transfer(step);
                    books.flush();
                }))
                .hasMessageContaining("ledger_transfer_pkey");
        assertThat(available()).isEqualTo(90);
    }

    @Test
    void a_refused_or_undone_transfer_opens_no_account() {
        keep(books -> {
            assertRefused(() -> books.transfer(hold(1)));
            books.transfer(transfer(Account.FUNDING, Account.AVAILABLE, 5));
            books.rollBackTo(0);
            books.flush();
        });
        assertThat(accounts()).isEmpty();
        keep(books -> {
            books.transfer(transfer(Account.FUNDING, Account.AVAILABLE, 5));
            books.flush();
        });
        assertThat(accounts()).containsExactly("available", "funding");
    }

    @Test
    void an_account_that_two_transactions_open_at_once_has_what_both_booked() throws Exception {
        var bothDecided = new CyclicBarrier(2);
        var attempts = new AtomicInteger();
        try (var threads = Executors.newFixedThreadPool(2)) {
            var both = Stream.of(1, 2)
                    .map(units -> threads.submit(() -> keep(books -> {
                        books.transfer(transfer(Account.FUNDING, Account.AVAILABLE, units));
                        if (attempts.incrementAndGet() <= 2) {
                            await(bothDecided);
                        }
                        books.flush();
                    })))
                    .toList();
            for (var each : both) {
                each.get();
            }
        }
        assertThat(attempts).hasValue(3);
        assertThat(available()).isEqualTo(3);
    }

    @Test
    void an_account_that_was_not_locked_is_a_bug() {
        keep(books -> assertThatIllegalStateException().isThrownBy(() -> books.balance(key(Account.FEES))));
    }

    @Test
    void amounts_beyond_any_machine_word_are_exact() {
        var huge = new Money(BigInteger.TEN.pow(38), EUR);
        test.database().run(tx -> new Funding(LEDGER, CLOCKS).deposit(tx, organization, List.of(huge, euro(1))));
        keep(books -> assertThat(books.balance(key(Account.AVAILABLE))).isEqualTo(huge.plus(euro(1))));
    }

    @Test
    void a_transfer_moves_something_between_two_accounts() {
        assertThatIllegalArgumentException().isThrownBy(() -> hold(0));
        assertThatIllegalArgumentException().isThrownBy(() -> hold(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> transfer(Account.HELD, Account.HELD, 1));
    }

    @Test
    void batches_that_name_the_accounts_in_any_order_never_wait_for_each_other_in_a_circle() throws Exception {
        var keys = List.of(
                new AccountKey(organization, EUR, Account.AVAILABLE),
                new AccountKey(organization, EUR, Account.FUNDING),
                new AccountKey(organization, USD, Account.AVAILABLE),
                new AccountKey(organization, USD, Account.FUNDING));
        try (var threads = Executors.newFixedThreadPool(4)) {
            var all = java.util.stream.IntStream.range(0, 100)
                    .mapToObj(number -> threads.submit(() -> test.database().run(tx -> {
                        var books = LEDGER.open(tx, number % 2 == 0 ? keys : keys.reversed());
                        books.transfer(transfer(Account.FUNDING, Account.AVAILABLE, 1));
                        books.flush();
                    })))
                    .toList();
            for (var each : all) {
                each.get();
            }
        }
        assertThat(available()).isEqualTo(100);
    }

    private void fund(long units) {
        test.database().run(tx -> new Funding(LEDGER, CLOCKS).deposit(tx, organization, List.of(euro(units))));
    }

    private long available() {
        return new Statement(test.database())
                .balances(organization)
                .getFirst()
                .available()
                .units()
                .longValueExact();
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(10, TimeUnit.SECONDS);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /// Returns the roles of the existing accounts.
    private List<String> accounts() {
        return test.database()
                .read(handle -> handle.createQuery(
                                "SELECT role FROM ledger_account WHERE organization_id = ? ORDER BY role")
                        .bind(0, organization)
                        .mapTo(String.class)
                        .list());
    }

    private void keep(Consumer<LockedAccounts> work) {
        var keys = List.of(key(Account.AVAILABLE), key(Account.HELD), key(Account.FUNDING), key(CLEARING));
        test.database().run(tx -> work.accept(LEDGER.open(tx, keys)));
    }

    private AccountKey key(Account account) {
        return new AccountKey(organization, EUR, account);
    }

    private Transfer hold(long units) {
        return transfer(Account.AVAILABLE, Account.HELD, units);
    }

    private Transfer transfer(Account debit, Account credit, long units) {
        return new Transfer(
                organization, CLOCKS.newId(), 1, debit, credit, euro(units), TransferKind.HOLD, Instant.EPOCH);
    }

    private static Money euro(long units) {
        return new Money(BigInteger.valueOf(units), EUR);
    }

    private static void assertRefused(Runnable call) {
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(call::run)
                .satisfies(refused -> assertThat(refused.refusal()).isEqualTo(Refusal.INSUFFICIENT_BALANCE));
    }
}
