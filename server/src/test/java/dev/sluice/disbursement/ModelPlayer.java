package dev.sluice.disbursement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.disbursement.LedgerModel.Owed;
import dev.sluice.disbursement.create.Draft;
import dev.sluice.http.Answer;
import dev.sluice.idempotency.Claim;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/// One client of the model test. It knows the expected outcome of its own payouts; the balance is shared by all
/// clients. Some requests are sent twice, one after the other or at once, to any node.
final class ModelPlayer {
    private static final Set<Status> PAID = EnumSet.of(Status.COMPLETED, Status.REVERSED);

    private static final Asset ASSET = PayoutFixture.EUR;
    private static final int AMOUNT_MAX = 6_000;
    private static final int ITEMS_MAX = 4;

    private final PayoutFixture fixture;
    private final List<PayoutFixture.Node> nodes;
    private final LedgerModel model;
    private final Random random;
    /// A single player also knows the balance, and so the requests that must be refused.
    private final boolean alone;

    private final List<UUID> mine = new ArrayList<>();
    private final Set<UUID> submitted = new HashSet<>();
    private final Set<UUID> detached = new HashSet<>();
    int refused;
    int done;
    int replayed;

    ModelPlayer(PayoutFixture fixture, List<PayoutFixture.Node> nodes, LedgerModel model, long seed, boolean alone) {
        this.fixture = fixture;
        this.nodes = nodes;
        this.model = model;
        this.random = new Random(seed);
        this.alone = alone;
    }

    void step() {
        int dice = random.nextInt(100);
        if (mine.isEmpty() || dice < 45) {
            create();
            return;
        }
        var id = mine.get(random.nextInt(mine.size()));
        if (dice < 60) {
            cancel(id);
        } else if (dice < 80) {
            force(id);
        } else {
            tell(id);
        }
    }

    private void create() {
        var drafts = new Draft[1 + random.nextInt(ITEMS_MAX)];
        long needed = 0;
        for (int i = 0; i < drafts.length; i++) {
            var fee = random.nextInt(4) == 0 ? PayoutFixture.FREE : PayoutFixture.FEE;
            drafts[i] = PayoutFixture.draft(i, 1 + random.nextInt(AMOUNT_MAX), ASSET, fee, null);
            needed += owed(drafts[i]).spent();
        }
        long before = alone ? model.available() : 0;
        var answer = send((node, claim) -> node.disbursements.create(fixture.create(claim, drafts)));
        if (alone) {
            assertThat(answer.isPresent())
                    .as("creation of %s of %s", needed, before)
                    .isEqualTo(needed <= before);
        }
        answer.ifPresent(given -> book(drafts, given, before));
    }

    private void book(Draft[] drafts, Answer given, long before) {
        var ids = PayoutFixture.ids(given);
        var balances = PayoutFixture.balances(given);
        assertThat(ids).hasSize(drafts.length);
        long running = balances.getFirst();
        if (alone) {
            assertThat(running).isEqualTo(before);
        }
        for (int i = 0; i < drafts.length; i++) {
            var owed = owed(drafts[i]);
            assertThat(balances.subList(2 * i, 2 * i + 2)).containsExactly(running, running - owed.spent());
            running -= owed.spent();
            assertThat(model.payouts().put(ids.get(i), owed)).isNull();
            mine.add(ids.get(i));
        }
    }

    private void cancel(UUID id) {
        var owed = owed(id);
        boolean works =
                owed.status() == Status.CANCELLED || (owed.status() == Status.PENDING && !submitted.contains(id));
        var answer = send((node, claim) -> node.disbursements.cancel(fixture.cancel(id, claim)));
        assertThat(answer.isPresent()).as("cancelling %s", owed).isEqualTo(works);
        if (works) {
            model.payouts().put(id, owed.in(Status.CANCELLED));
        }
    }

    private void force(UUID id) {
        var status = Status.values()[random.nextInt(Status.values().length)];
        var owed = owed(id);
        long more = owed.in(status).spent() - owed.spent();
        long before = alone ? model.available() : 0;
        var answer = send((node, claim) -> node.disbursements.force(fixture.force(id, status, claim)));
        if (alone || more <= 0) {
            assertThat(answer.isPresent()).as("%s to %s", owed, status).isEqualTo(more <= before);
        }
        if (answer.isPresent()) {
            model.payouts().put(id, owed.in(status));
            submitted.add(id);
            detached.add(id);
        }
    }

    private void tell(UUID id) {
        var now = Instant.EPOCH;
        long back = 1 + random.nextLong(owed(id).amount());
        var outcome = List.of(
                        new Outcome.Accepted("rail-1", now),
                        new Outcome.Unknown("no answer", now),
                        new Outcome.NotSeen(),
                        new Outcome.Settled("rail-1", now),
                        new Outcome.Rejected(FailureCode.ACCOUNT_CLOSED, "closed"),
                        new Outcome.Returned(
                                FailureCode.RETURNED_BY_PAYEE,
                                "returned",
                                now,
                                new Money(BigInteger.valueOf(back), PayoutFixture.EUR)),
                        new Outcome.Stopped())
                .get(random.nextInt(7));
        var news = new ArrayList<>(List.of(fixture.applyOutcome(id, outcome)));
        if (random.nextInt(4) == 0) {
            news.add(fixture.applyOutcome(id, outcome));
        }
        node().disbursements.applyOutcomes(news);
        done++;
        if (!detached.contains(id)) {
            model.payouts().computeIfPresent(id, (_, owed) -> told(owed, outcome));
            if (outcome instanceof Outcome.Accepted) {
                submitted.add(id);
            } else if (outcome instanceof Outcome.Unknown) {
                // The rail's own records decide then, and no rail here ever received a payout.
                submitted.remove(id);
            }
        }
    }

    private static Owed told(Owed owed, Outcome outcome) {
        boolean isPending = owed.status() == Status.PENDING;
        return switch (outcome) {
            case Outcome.Settled _ when isPending -> owed.in(Status.COMPLETED);
            case Outcome.Rejected _ when isPending -> owed.in(Status.FAILED);
            case Outcome.Stopped _ when isPending -> owed.in(Status.CANCELLED);
            case Outcome.Returned returned when isPending || PAID.contains(owed.status()) ->
                owed.back(returned.amount().units().longValueExact());
            default -> owed;
        };
    }

    /// Sends a request once, twice in a row, or twice at once; returns the answer, or empty if it was refused.
    private Optional<Answer> send(BiFunction<PayoutFixture.Node, Claim, Answer> request) {
        var claim = fixture.claim();
        int dice = random.nextInt(10);
        var answer = dice < 2 ? twiceAtOnce(request, claim) : once(request, claim);
        if (answer.isPresent() && dice < 5) {
            assertSame(answer.get(), once(request, claim).orElseThrow());
        }
        if (answer.isPresent()) {
            done++;
        } else {
            refused++;
        }
        return answer;
    }

    private Optional<Answer> twiceAtOnce(BiFunction<PayoutFixture.Node, Claim, Answer> request, Claim claim) {
        var beside = CompletableFuture.supplyAsync(() -> once(request, claim), Thread::startVirtualThread);
        var here = once(request, claim);
        var there = beside.join();
        if (here.isEmpty() || there.isEmpty()) {
            return here.or(() -> there);
        }
        boolean hereFirst = !here.get().headers().containsKey("Idempotent-Replayed");
        var first = hereFirst ? here : there;
        assertSame(first.get(), (hereFirst ? there : here).get());
        return first;
    }

    private Optional<Answer> once(BiFunction<PayoutFixture.Node, Claim, Answer> request, Claim claim) {
        try {
            return Optional.of(request.apply(node(), claim));
        } catch (Refused no) {
            assertThat(no.refusal()).isIn(Refusal.INSUFFICIENT_BALANCE, Refusal.DISBURSEMENT_NOT_CANCELLABLE);
            return Optional.empty();
        }
    }

    private void assertSame(Answer first, Answer second) {
        replayed++;
        assertThat(first.headers()).doesNotContainKey("Idempotent-Replayed");
        assertThat(second.headers()).containsEntry("Idempotent-Replayed", "true");
        assertThat(second.status()).isEqualTo(first.status());
        assertThat(PayoutFixture.text(second)).isEqualTo(PayoutFixture.text(first));
    }

    private synchronized PayoutFixture.Node node() {
        return nodes.get(random.nextInt(nodes.size()));
    }

    private Owed owed(UUID id) {
        return Objects.requireNonNull(model.payouts().get(id));
    }

    private static Owed owed(Draft draft) {
        return new Owed(
                draft.amount().units().longValueExact(), draft.fee().units().longValueExact(), Status.PENDING, 0);
    }
}
