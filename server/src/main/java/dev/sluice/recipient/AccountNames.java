package dev.sluice.recipient;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.sluice.net.KeyedLimiter;
import dev.sluice.net.KeyedLimiter.Limits;
import dev.sluice.rail.AccountName;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Rail;
import dev.sluice.rail.Rails;
import dev.sluice.refusal.Refusal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Account-name look-ups at the recipients' banks. An answer takes [#WAIT_MAX] at most, however many accounts are
/// looked up: a rail that fails or is slow counts as no answer. An organization with slow banks uses a quarter of the
/// connections at most, so that others are answered in the meantime.
final class AccountNames {
    static final Duration WAIT_MAX = Duration.ofSeconds(2);
    /// Minimum time that a look-up has left to count as asked: a later one had no fair chance, for lack of
    /// connections.
    private static final Duration HEARD_AFTER = WAIT_MAX.minusMillis(500);
    /// Time that a thousand slow look-ups may take, some per attempt.
    private static final Duration KEPT = Duration.ofHours(2);
    private static final int KEPT_MAX = 20_000;

    private static final Logger LOG = LoggerFactory.getLogger(AccountNames.class);
    private static final int ASKED_AT_ONCE_MAX = 256;
    private static final int ASKED_AT_ONCE_OF_ONE_MAX = ASKED_AT_ONCE_MAX / 4;
    private static final Duration UNTIL_INTERRUPTED = Duration.ofNanos(Long.MAX_VALUE);
    /// Provider name if there is no rail to ask.
    private static final String NOBODY = "none";
    private static final String UNASKED =
            "Some banks did not answer the account name check in time; send the request again";

    private final Rails rails;
    private final InstantSource clock;
    private final KeyedLimiter<UUID> connections = new KeyedLimiter<>(
            new Limits(ASKED_AT_ONCE_OF_ONE_MAX, ASKED_AT_ONCE_MAX, Integer.MAX_VALUE, Integer.MAX_VALUE));
    /// Answers for a retry, after not all accounts could be looked up.
    private final Cache<AnswerKey, Verification> cache =
            Caffeine.newBuilder().expireAfterWrite(KEPT).maximumSize(KEPT_MAX).build();

    AccountNames(Rails rails, InstantSource clock) {
        this.rails = rails;
        this.clock = clock;
    }

    /// Returns the answers in the order asked, each compared with the account's supplied name.
    ///
    /// @param organizationId organization that asks
    List<Verification> verify(UUID organizationId, List<BankAccount> accounts) {
        return query(organizationId, accounts).stream().map(this::compared).toList();
    }

    /// Verifies accounts, and skips no bank because of concurrent look-ups. Answers are cached for a while for
    /// retries of the same organization, so that many accounts can be looked up in a few attempts.
    ///
    /// @throws dev.sluice.refusal.Refused `UNAVAILABLE` if not all could be looked up
    List<Verification> verifyAll(UUID organizationId, List<BankAccount> accounts) {
        var answers = new HashMap<BankAccount, Verification>();
        var open = new LinkedHashSet<BankAccount>();
        for (var account : accounts) {
            var before = cache.getIfPresent(new AnswerKey(organizationId, account));
            if (before == null) {
                open.add(account);
            } else {
                answers.put(account, before);
            }
        }
        var heard = query(organizationId, open).stream().filter(Answer::heard).toList();
        heard.forEach(answer -> answers.put(answer.account(), compared(answer)));
        if (heard.size() == open.size()) {
            return accounts.stream()
                    .map(account -> Objects.requireNonNull(answers.get(account)))
                    .toList();
        }
        answers.forEach((account, answer) -> cache.asMap().putIfAbsent(new AnswerKey(organizationId, account), answer));
        throw Refusal.UNAVAILABLE.refused().withMessage(UNASKED);
    }

    private List<Answer> query(UUID organizationId, Collection<BankAccount> accounts) {
        long deadline = System.nanoTime() + WAIT_MAX.toNanos();
        var questions = accounts.stream()
                .map(account -> query(organizationId, account, deadline))
                .toList();
        return questions.stream().map(question -> question.answer(deadline)).toList();
    }

    private Question query(UUID organizationId, BankAccount account, long deadline) {
        var rail = rails.forPayout(account.currency(), account.bankCode());
        var answer = new CompletableFuture<AccountName>();
        var askedAt = new AtomicLong(deadline);
        if (rail.isEmpty() || account.accountNumber().isEmpty()) {
            answer.complete(new AccountName.Unavailable(NOBODY));
            return new Question(account, NOBODY, answer, askedAt, Thread.currentThread());
        }
        var asked = rail.get();
        var asking = Thread.ofVirtual()
                .name("account-name")
                .start(() -> answer.complete(query(asked, organizationId, account, askedAt)));
        return new Question(account, asked.name(), answer, askedAt, asking);
    }

    private AccountName query(Rail rail, UUID organizationId, BankAccount account, AtomicLong askedAt) {
        var permit = connections.acquire(organizationId, UNTIL_INTERRUPTED);
        if (permit.isEmpty()) {
            return new AccountName.Unavailable(rail.name());
        }
        try (var _ = permit.get()) {
            askedAt.set(System.nanoTime());
            return answer(rail, account);
        }
    }

    private static AccountName answer(Rail rail, BankAccount account) {
        try {
            return rail.accountName(account);
        } catch (RuntimeException failed) {
            // The message is omitted, since it may contain the account.
            LOG.warn(
                    "account name check on rail {} failed: {}",
                    rail.name(),
                    failed.getClass().getName());
            return new AccountName.Unavailable(rail.name());
        }
    }

    private Verification compared(Answer answer) {
        var supplied = answer.account().accountName();
        return switch (answer.name()) {
            case AccountName.Known known -> Verification.of(supplied, known.name(), known.provider(), clock.instant());
            case AccountName.NoAccount none -> Verification.ofNoAccount(supplied, none.provider(), clock.instant());
            case AccountName.Unavailable silent -> Verification.of(supplied, null, silent.provider(), clock.instant());
        };
    }

    /// Cache key of an answer.
    private record AnswerKey(UUID organizationId, BankAccount account) {}

    /// Result of a look-up.
    ///
    /// @param heard whether the bank answered, or had its time to
    private record Answer(BankAccount account, AccountName name, boolean heard) {}

    /// Look-up in progress.
    ///
    /// @param askedAt time when it got a connection; the end of the wait until then
    private record Question(
            BankAccount account,
            String provider,
            CompletableFuture<AccountName> pending,
            AtomicLong askedAt,
            Thread asking) {
        Answer answer(long deadline) {
            try {
                var name = pending.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
                return new Answer(account, name, true);
            } catch (TimeoutException slow) {
                boolean heard = deadline - askedAt.get() >= HEARD_AFTER.toNanos();
                asking.interrupt();
                return silent(heard);
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
                return silent(false);
            } catch (ExecutionException bug) {
                throw new IllegalStateException("asking for an account's name failed", bug);
            }
        }

        private Answer silent(boolean heard) {
            return new Answer(account, new AccountName.Unavailable(provider), heard);
        }
    }
}
