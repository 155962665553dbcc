package dev.sluice.rail.stellar.payout;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.StellarAddress;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.TamperAlarm.Reason;
import dev.sluice.rail.stellar.SecretKey;
import dev.sluice.rail.stellar.StellarModule;
import dev.sluice.rail.stellar.StellarRail;
import dev.sluice.rail.stellar.StellarSettings;
import dev.sluice.rail.stellar.StellarToken;
import dev.sluice.rail.stellar.Tokens;
import dev.sluice.rail.stellar.horizon.Account;
import dev.sluice.rail.stellar.horizon.Horizon;
import dev.sluice.rail.stellar.horizon.HorizonUnavailable;
import dev.sluice.rail.stellar.horizon.StellarLedgerHeader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Payout worker. In each round, every source account claims one payment, or continues with the one that it has.
/// Payments that operators suspended are not claimed. Every node may run it.
public final class StellarPayoutWorker {
    private static final Logger LOG = LoggerFactory.getLogger(StellarPayoutWorker.class);
    /// Longer than a round in which every request runs into its time-out.
    private static final Duration LEASE = Duration.ofMinutes(2);

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(3);
    private static final Duration WAIT = Duration.ofSeconds(30);
    /// Maximum number of payments parked in one statement.
    private static final int PARKED_AT_ONCE_MAX = 1_000;
    /// Maximum number of payments of a token that are woken per source between two balance checks; more than a
    /// source pays in that time.
    private static final int WOKEN_A_SOURCE_MAX = 100;

    private final Database database;
    private final Clocks clocks;
    private final Horizon horizon;
    private final Tokens tokens;
    private final SecretKey hot;
    private final Map<String, SecretKey> keys = new HashMap<>();
    private final Envelopes envelopes;
    private final StellarSubmitter submitter;
    private final Guard guard;
    private final Gauges gauges;
    private final long feeMax;
    private final PayoutSuspension suspension;
    private volatile Instant moneySeen = Instant.MIN;

    public StellarPayoutWorker(
            StellarModule.Dependencies dependencies,
            Horizon horizon,
            Tokens tokens,
            StellarSettings settings,
            PaymentMac macs) {
        this.database = dependencies.database();
        this.clocks = dependencies.clocks();
        this.suspension = dependencies.suspension();
        this.horizon = horizon;
        this.tokens = tokens;
        this.hot = settings.hot().orElseThrow();
        this.envelopes = new Envelopes(settings.passphrase(), hot);
        this.guard = new Guard(macs, new TamperAlarm(dependencies.alerts(), dependencies.meters()));
        this.submitter =
                new StellarSubmitter(database, clocks, horizon, envelopes, tokens.coin(), settings.feeMax(), macs);
        this.gauges = new Gauges(dependencies.meters());
        gauges.expect(tokens.all());
        this.feeMax = settings.feeMax();
        var sources = settings.channels().isEmpty() ? List.of(hot) : settings.channels();
        sources.forEach(key -> keys.put(key.account(), key));
        database.run(
                tx -> SourceStore.insert(tx, keys.keySet().stream().sorted().toList()));
    }

    /// Runs a round if there is work; returns true if there may be more at once.
    public boolean step() {
        var now = clocks.instant();
        boolean stopped = suspension.isStopped(StellarRail.NAME);
        var frozen = suspension.frozen().get();
        boolean parked = isMoneyToBeSeen(now);
        if (!database.read(handle -> SourceStore.hasWork(handle, now, stopped, frozen, parked))) {
            return false;
        }
        var sources = database.inTx(tx -> SourceStore.lease(tx, now, now.plus(LEASE)));
        try {
            var snapshot = horizon.query(at -> NetworkSnapshot.of(at, hot.account(), feeMax));
            gauges.hot(snapshot, tokens.all());
            return round(sources, snapshot);
        } catch (HorizonUnavailable unavailable) {
            LOG.warn("Stellar payouts are waiting: {}", unavailable.getMessage());
            release(sources, LOOK_AGAIN);
            return false;
        } finally {
            gauges.waiting(database.read(StellarPaymentStore::countWaiting));
        }
    }

    /// Updates the gauges of the hot account's balance, also while nothing is to be paid; always returns false.
    public boolean updateGauges() {
        try {
            gauges.hot(horizon.query(at -> NetworkSnapshot.of(at, hot.account(), feeMax)), tokens.all());
        } catch (HorizonUnavailable unavailable) {
            LOG.debug("balance of {} unknown: {}", hot.account(), unavailable.getMessage());
        }
        return false;
    }

    private boolean round(List<Source> sources, NetworkSnapshot snapshot) {
        var idle = sources.stream()
                .filter(source -> source.user() == null && keys.containsKey(source.account()))
                .toList();
        var spendable = new SpendableBalance(snapshot, tokens.coin());
        var queue = idle.isEmpty() || suspension.isStopped(StellarRail.NAME)
                ? List.<Payment>of()
                : queue(snapshot, spendable, idle.size());
        var free = new AtomicBoolean();
        var turns = new ArrayList<Runnable>();
        var unneeded = new ArrayList<Source>();
        Iterator<Payment> next = queue.iterator();
        for (var source : sources) {
            var user = source.user();
            if (user != null) {
                turns.add(() -> end(source, advance(source, user, snapshot.ledger()), free));
            } else if (idle.contains(source) && next.hasNext()) {
                var payment = next.next();
                turns.add(() -> end(source, assign(source, payment, snapshot, spendable), free));
            } else {
                unneeded.add(source);
            }
        }
        release(unneeded, Duration.ZERO);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            turns.forEach(threads::execute);
        }
        return free.get();
    }

    /// Claims the next payments, after waking parked payments for which there is money now.
    private List<Payment> queue(NetworkSnapshot snapshot, SpendableBalance spendable, int places) {
        var now = clocks.instant();
        var frozen = suspension.frozen().get();
        if (isMoneyToBeSeen(now)) {
            moneySeen = now;
            for (var token : tokens.all()) {
                long payable = spendable.most(token, snapshot.feeBid());
                database.run(tx -> StellarPaymentStore.wake(
                        tx, token.asset().code(), payable, frozen, keys.size() * WOKEN_A_SOURCE_MAX));
            }
        }
        return database.inTx(tx -> StellarPaymentStore.claim(tx, now, now.plus(LEASE), frozen, places));
    }

    private boolean isMoneyToBeSeen(Instant now) {
        return moneySeen.isBefore(now.minus(WAIT));
    }

    /// Releases a source. A source whose transaction is still pending is checked again after a pause.
    private void end(Source source, boolean isFree, AtomicBoolean anyFree) {
        release(List.of(source), isFree ? Duration.ZERO : LOOK_AGAIN);
        if (isFree) {
            anyFree.set(true);
        }
    }

    private void release(List<Source> sources, Duration pause) {
        var until = pause.isZero() ? null : clocks.instant().plus(pause);
        if (!sources.isEmpty()) {
            database.run(tx -> SourceStore.release(tx, sources, until));
        }
    }

    private boolean advance(Source source, PayoutRef user, StellarLedgerHeader ledger) {
        try {
            var payment = database.inTx(tx -> StellarPaymentStore.read(tx, List.of(user)))
                    .get(user);
            if (payment == null || !(payment.state() instanceof Payment.Signed(var signed))) {
                throw new IllegalStateException(source.account() + " is used by a payment that is not signed");
            }
            return submitter.track(payment, signed, ledger);
        } catch (HorizonUnavailable unavailable) {
            LOG.warn("status of payout {} is queried again: {}", user.payoutId(), unavailable.getMessage());
            return false;
        } catch (RuntimeException failed) {
            LOG.error("status query of payout {} failed", user.payoutId(), failed);
            return false;
        }
    }

    /// Processes a claimed payment.
    ///
    /// @return true if the source is free again
    private boolean assign(Source source, Payment payment, NetworkSnapshot snapshot, SpendableBalance spendable) {
        try {
            if (!guard.macs().isOf(payment)) {
                return hold(payment, Reason.CHANGED);
            }
            var token = tokens.find(payment.token());
            if (token.isEmpty()) {
                return park(payment, 0, "the token " + payment.token() + " is not configured");
            }
            // Check the balance first: the payee of a payment that cannot be paid now need not be looked
            // up.
            long payable = spendable.most(token.get(), snapshot.feeBid());
            if (payable < payment.stroops()) {
                return lack(payment, token.get(), payable, snapshot.hot());
            }
            return switch (check(payment, token.get(), snapshot.ledger())) {
                case Checks.Refuse(var rejected) -> {
                    database.run(tx -> StellarPaymentStore.reject(tx, payment.payout(), rejected, clocks.instant()));
                    yield true;
                }
                case Checks.Pay pay
                when !spendable.take(token.get(), payment.stroops(), snapshot.feeBid()) ->
                    lack(payment, token.get(), spendable.most(token.get(), snapshot.feeBid()), snapshot.hot());
                case Checks.Pay pay -> pay(source, payment, token.get(), pay, snapshot);
            };
        } catch (HorizonUnavailable unavailable) {
            LOG.warn("payout {} is waiting: {}", payment.payout().payoutId(), unavailable.getMessage());
            database.run(tx -> StellarPaymentStore.postpone(
                    tx, payment.payout(), clocks.instant().plus(LOOK_AGAIN), null));
            return false;
        } catch (RuntimeException failed) {
            LOG.error("payout {} cannot be processed", payment.payout().payoutId(), failed);
            return false;
        }
    }

    private boolean hold(Payment payment, Reason reason) {
        database.run(tx -> guard.hold(tx, payment.payout(), reason, clocks.instant()));
        return true;
    }

    private Checks.PreflightResult check(Payment payment, StellarToken token, StellarLedgerHeader ledger) {
        var payee = StellarAddress.parse(payment.address())
                .map(StellarAddress::account)
                .flatMap(id -> horizon.query(at -> Horizon.account(at, id, ledger)));
        return Checks.of(payment, token, payee, ledger);
    }

    private boolean postpone(Payment payment, String reason) {
        warn(payment, reason);
        database.run(tx -> StellarPaymentStore.postpone(
                tx, payment.payout(), clocks.instant().plus(WAIT), reason));
        return true;
    }

    private static void warn(Payment payment, String reason) {
        if (!(payment.state() instanceof Payment.Queued(var _, var before) && reason.equals(before))) {
            LOG.warn("payout {} is waiting: {}", payment.payout().payoutId(), reason);
        }
    }

    private boolean lack(Payment payment, StellarToken token, long payable, Account hot) {
        return park(
                payment,
                payable,
                hot.mayMove(token)
                        ? "the hot account has an insufficient balance of " + payment.token()
                        : "the hot account may not hold the token");
    }

    /// Parks a payment together with other due payments of its token that cannot be paid either. Claimed one by
    /// one, they would delay payable ones. Parked payments are not touched again before there is money for them.
    private boolean park(Payment payment, long payable, String reason) {
        var now = clocks.instant();
        warn(payment, reason);
        int others = database.inTx(tx -> {
            StellarPaymentStore.park(tx, payment.payout(), reason);
            return StellarPaymentStore.parkAbove(
                    tx, payment.token(), payable, now, suspension.frozen().get(), reason, PARKED_AT_ONCE_MAX);
        });
        if (others > 0) {
            LOG.warn("{} more payouts are waiting: {}", others, reason);
        }
        return true;
    }

    /// Signs the payment's transaction, stores it, and only then submits it.
    private boolean pay(Source source, Payment payment, StellarToken token, Checks.Pay how, NetworkSnapshot snapshot) {
        var used = used(source, snapshot);
        if (used.isEmpty()) {
            return postpone(payment, "the source account " + source.account() + " does not exist");
        }
        // A suspended payment is not claimed again before it may be sent.
        if (suspension.isSuspended(StellarRail.NAME, payment.payout().organizationId())) {
            database.run(tx -> StellarPaymentStore.postpone(tx, payment.payout(), clocks.instant(), null));
            return true;
        }
        var earlier = database.inTx(tx -> TransactionStore.of(tx, payment.payout()));
        if (!earlier.stream().allMatch(each -> guard.macs().isDead(payment.payout(), each))) {
            return hold(payment, Reason.REPEATED);
        }
        int attempt = earlier.size() + 1;
        var signed = envelopes.sign(new Envelopes.Order(
                payment,
                token,
                how,
                key(source),
                used.get() + 1,
                snapshot.ledger().closedAt(),
                snapshot.feeBid()));
        boolean written = database.inTx(tx -> {
            boolean mine = StellarPaymentStore.lock(tx, payment.payout())
                    .filter(now -> now.state() instanceof Payment.Queued)
                    .isPresent();
            if (!mine || !SourceStore.use(tx, payment.payout(), signed)) {
                return false;
            }
            if (!TransactionStore.insert(tx, payment.payout(), attempt, signed, clocks.instant())) {
                throw new IllegalStateException("transaction " + attempt + " of the payout was signed in the meantime");
            }
            return StellarPaymentStore.sign(tx, payment.payout(), signed);
        });
        return !written || submitter.submit(payment, signed);
    }

    private Optional<Long> used(Source source, NetworkSnapshot snapshot) {
        @Nullable Long known = source.sequence();
        if (source.account().equals(hot.account())) {
            long seen = snapshot.hot().sequence();
            return Optional.of(known == null ? seen : Math.max(known, seen));
        }
        return known == null
                ? horizon.query(at -> Horizon.account(at, source.account())).map(Account::sequence)
                : Optional.of(known);
    }

    private SecretKey key(Source source) {
        var key = keys.get(source.account());
        if (key == null) {
            throw new IllegalStateException("no key of " + source.account());
        }
        return key;
    }
}
