package dev.sluice.recipient;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.sluice.rail.AccountName;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Rail;
import dev.sluice.rail.Rails;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The question to the banks whose accounts some are. Nobody waits for an answer longer than [#WAIT_MAX], however many
/// are asked: a rail that fails or is slow has given none. An organization whose banks are slow has a quarter of the
/// lines at most, so that others are answered meanwhile.
final class AccountNames {
    static final Duration WAIT_MAX = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(AccountNames.class);
    private static final int ASKED_AT_ONCE_MAX = 256;
    private static final int ASKED_AT_ONCE_OF_ONE_MAX = ASKED_AT_ONCE_MAX / 4;
    /// Named as the provider where there is nobody to ask.
    private static final String NOBODY = "none";

    private final Rails rails;
    private final InstantSource clock;
    private final Semaphore lines = new Semaphore(ASKED_AT_ONCE_MAX);
    /// Of each organization; forgotten once nobody asks for it.
    private final LoadingCache<UUID, Semaphore> shares =
            Caffeine.newBuilder().weakValues().build(_ -> new Semaphore(ASKED_AT_ONCE_OF_ONE_MAX));

    AccountNames(Rails rails, InstantSource clock) {
        this.rails = rails;
        this.clock = clock;
    }

    /// The answers, in the order asked, each compared with the account's supplied name.
    ///
    /// @param organizationId who asks
    List<Verification> verify(UUID organizationId, List<BankAccount> accounts) {
        long deadline = System.nanoTime() + WAIT_MAX.toNanos();
        var share = shares.get(organizationId);
        var questions = accounts.stream().map(account -> ask(account, share)).toList();
        return questions.stream()
                .map(question -> compared(question.account(), question.answer(deadline)))
                .toList();
    }

    private Question ask(BankAccount account, Semaphore share) {
        var rail = rails.forPayout(account.currency(), account.bankCode());
        var answer = new CompletableFuture<AccountName>();
        if (rail.isEmpty() || account.accountNumber().isEmpty()) {
            answer.complete(new AccountName.Unavailable(NOBODY));
            return new Question(account, NOBODY, answer, Thread.currentThread());
        }
        var asked = rail.get();
        var asking = Thread.ofVirtual().name("account-name").start(() -> answer.complete(ask(asked, account, share)));
        return new Question(account, asked.name(), answer, asking);
    }

    private AccountName ask(Rail rail, BankAccount account, Semaphore share) {
        try {
            share.acquire();
            try {
                lines.acquire();
                try {
                    return answer(rail, account);
                } finally {
                    lines.release();
                }
            } finally {
                share.release();
            }
        } catch (InterruptedException nobodyWaits) {
            return new AccountName.Unavailable(rail.name());
        }
    }

    private static AccountName answer(Rail rail, BankAccount account) {
        try {
            return rail.accountName(account);
        } catch (RuntimeException failed) {
            // Not its message, which may repeat the account.
            LOG.warn(
                    "the rail {} failed to tell an account's name: {}",
                    rail.name(),
                    failed.getClass().getName());
            return new AccountName.Unavailable(rail.name());
        }
    }

    private Verification compared(BankAccount account, AccountName answer) {
        var supplied = account.accountName();
        return switch (answer) {
            case AccountName.Known known -> Verification.of(supplied, known.name(), known.provider(), clock.instant());
            case AccountName.NoAccount none -> Verification.ofNoAccount(supplied, none.provider(), clock.instant());
            case AccountName.Unavailable silent -> Verification.of(supplied, null, silent.provider(), clock.instant());
        };
    }

    /// One question under way.
    private record Question(
            BankAccount account, String provider, CompletableFuture<AccountName> pending, Thread asking) {
        AccountName answer(long deadline) {
            try {
                return pending.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException slow) {
                asking.interrupt();
                return new AccountName.Unavailable(provider);
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
                return new AccountName.Unavailable(provider);
            } catch (ExecutionException bug) {
                throw new IllegalStateException("asking for an account's name failed", bug);
            }
        }
    }
}
