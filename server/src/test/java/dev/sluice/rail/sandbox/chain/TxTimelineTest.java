package dev.sluice.rail.sandbox.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.sandbox.chain.TxState.Failed;
import dev.sluice.rail.sandbox.chain.TxState.Final;
import dev.sluice.rail.sandbox.chain.TxState.Mined;
import dev.sluice.rail.sandbox.chain.TxState.Pooled;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// Invariants of every transaction's timeline, in all scenarios.
class TxTimelineTest {
    private static final Instant START = Instant.parse("2026-11-21T02:30:00.000Z");

    @Property
    void chapters_follow_each_other_from_the_sending_on(
            @ForAll("transactions") Transaction sent, @ForAll("courses") TxScenario scenario) {
        var times = TxTimeline.of(sent, scenario).states().stream()
                .map(TxState::from)
                .toList();
        assertThat(times).isSorted().doesNotHaveDuplicates();
        assertThat(times.getFirst()).isEqualTo(sent.sentAt());
    }

    @Property
    void it_ends_in_a_block_or_fails_and_stays_so(
            @ForAll("transactions") Transaction sent, @ForAll("courses") TxScenario scenario) {
        var timeline = TxTimeline.of(sent, scenario);
        var last = timeline.states().getLast();
        assertThat(last.visibility()).isInstanceOfAny(Final.class, Failed.class);
        assertThat(timeline.states().stream().filter(each -> isEnd(each.visibility())))
                .containsExactly(last);
        assertThat(timeline.at(last.from().plus(Duration.ofDays(3650)))).isEqualTo(last.visibility());
        assertThat(timeline.nextAfter(last.from())).isEmpty();
    }

    @Property
    void what_is_seen_follows_from_the_transaction_and_the_time_alone(
            @ForAll("transactions") Transaction sent, @ForAll("courses") TxScenario scenario) {
        var again = new Transaction(sent.network(), sent.sender(), sent.order(), sent.confirmations(), sent.sentAt());
        assertThat(TxTimeline.of(again, scenario)).isEqualTo(TxTimeline.of(sent, scenario));
    }

    @Property
    void it_is_final_only_with_its_confirmations_on_top(
            @ForAll("transactions") Transaction sent, @ForAll("courses") TxScenario scenario) {
        var last = TxTimeline.of(sent, scenario).states().getLast();
        if (last.visibility() instanceof Final end) {
            assertThat(end.since())
                    .isEqualTo(end.block().plus(sent.confirmations()).at());
            assertThat(last.from()).isAfterOrEqualTo(end.since());
            assertThat(end.block().orphaned()).isFalse();
        }
    }

    @Property
    void it_is_in_a_block_from_that_blocks_time_on_and_never_in_one_before_it_was_sent(
            @ForAll("transactions") Transaction sent, @ForAll("courses") TxScenario scenario) {
        for (var state : TxTimeline.of(sent, scenario).states()) {
            if (state.visibility() instanceof Mined mined) {
                assertThat(state.from()).isEqualTo(mined.block().at()).isAfter(sent.sentAt());
            }
        }
    }

    @Property
    void the_next_chapter_is_the_first_time_at_which_something_else_is_seen(
            @ForAll("transactions") Transaction sent, @ForAll("courses") TxScenario scenario) {
        var timeline = TxTimeline.of(sent, scenario);
        var now = sent.sentAt();
        for (var next = timeline.nextAfter(now); next.isPresent(); next = timeline.nextAfter(now)) {
            var until = next.get();
            assertThat(until).isAfter(now);
            assertThat(timeline.at(until.minusMillis(1))).isEqualTo(timeline.at(now));
            assertThat(timeline.at(until)).isNotEqualTo(timeline.at(now));
            now = until;
        }
    }

    @Property
    void only_a_replacement_has_another_hash(
            @ForAll("transactions") Transaction sent, @ForAll("courses") TxScenario scenario) {
        var hashes = TxTimeline.of(sent, scenario).states().stream()
                .flatMap(state -> hash(state.visibility()).stream())
                .distinct();
        assertThat(hashes).hasSize(scenario instanceof TxScenario.Replaced ? 2 : 1);
    }

    @Property
    void a_reorganization_takes_the_block_before_it_is_final(@ForAll("transactions") Transaction sent) {
        var timeline = TxTimeline.of(sent, new TxScenario.Reorganized());
        assertThat(timeline.states().stream()
                        .map(each -> each.visibility().getClass().getSimpleName()))
                .containsExactly("Pooled", "Mined", "Pooled", "Mined", "Final");
        var seen = timeline.states().stream()
                .flatMap(each -> each.visibility() instanceof Mined mined ? Stream.of(mined.block()) : Stream.empty())
                .toList();
        assertThat(seen.getFirst().orphaned()).isTrue();
        assertThat(timeline.states().get(2).from())
                .isBeforeOrEqualTo(seen.getFirst().plus(sent.confirmations()).at());
        assertThat(seen.getLast().height()).isGreaterThan(seen.getFirst().height() + 2);
    }

    @Provide
    Arbitrary<Transaction> transactions() {
        return Combinators.combine(
                        Arbitraries.of(SandboxTestChain.NETWORKS),
                        Arbitraries.longs().between(0, 1_000_000),
                        Arbitraries.integers().between(1, SandboxNetwork.CONFIRMATIONS_MAX),
                        Arbitraries.longs().between(0, 100_000_000_000L))
                .as((network, nonce, confirmations, later) -> new Transaction(
                        network, network.sender(), Long.toString(nonce), confirmations, START.plusMillis(later)));
    }

    @Provide
    Arbitrary<TxScenario> courses() {
        return Arbitraries.of(
                Stream.of(MagicWallet.values()).map(MagicWallet::scenario).toList());
    }

    private static boolean isEnd(TxState.Visibility visibility) {
        return visibility instanceof Final || visibility instanceof Failed;
    }

    private static Optional<String> hash(TxState.Visibility visibility) {
        return switch (visibility) {
            case Pooled(var hash) -> Optional.of(hash);
            case Mined(var hash, var _) -> Optional.of(hash);
            case Final(var hash, var _, var _) -> Optional.of(hash);
            case TxState.Dropped _, TxState.Silence _, Failed _ -> Optional.empty();
        };
    }
}
