package dev.sluice.rail.sandbox.chain;

import static dev.sluice.rail.sandbox.chain.SandboxTestChain.BASE;
import static dev.sluice.rail.sandbox.chain.SandboxTestChain.POLYGON;
import static dev.sluice.rail.sandbox.chain.SandboxTestChain.STELLAR;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/// The blocks of the sandbox's chain, as a function of time.
class BlockTest {
    /// Range of years that a clock may show: the machine's, and ten more.
    private static final long MILLIS_MIN = 1_577_836_800_000L;

    private static final long MILLIS_MAX = 2_500_000_000_000L;

    @Property
    void the_newest_block_is_at_most_a_block_old(@ForAll @LongRange(min = MILLIS_MIN, max = MILLIS_MAX) long millis) {
        var time = Instant.ofEpochMilli(millis);
        var newest = Block.newestAt(POLYGON, time);
        assertThat(newest.at()).isBeforeOrEqualTo(time).isAfter(time.minus(Block.TIME));
        assertThat(newest.plus(1).at()).isAfter(time);
        assertThat(newest.height()).isNotNegative();
    }

    @Property
    void the_newest_block_at_its_own_time_is_itself(@ForAll @LongRange(min = 0, max = 4_000_000_000L) long height) {
        var block = new Block(POLYGON, height, false);
        assertThat(Block.newestAt(POLYGON, block.at())).isEqualTo(block);
        assertThat(Block.newestAt(POLYGON, block.at().minusMillis(1)).height()).isEqualTo(height - 1);
    }

    @Property
    void later_never_shows_a_lower_block(
            @ForAll @LongRange(min = MILLIS_MIN, max = MILLIS_MAX) long millis,
            @ForAll @LongRange(min = 0, max = 1_000_000) long later) {
        var time = Instant.ofEpochMilli(millis);
        var now = Block.newestAt(BASE, time);
        var then = Block.newestAt(BASE, time.plusMillis(later));
        assertThat(then.height()).isGreaterThanOrEqualTo(now.height());
        assertThat(then.height() - now.height()).isBetween(later / 250, later / 250 + 1);
    }

    @Property
    void blocks_follow_each_other_in_a_quarter_of_a_second(
            @ForAll @LongRange(min = 0, max = 4_000_000_000L) long height,
            @ForAll @IntRange(min = 1, max = 1_000) int blocks) {
        var block = new Block(STELLAR, height, false);
        assertThat(Duration.between(block.at(), block.plus(blocks).at()))
                .isEqualTo(Duration.ofMillis(250).multipliedBy(blocks));
    }

    @Property
    void a_hash_is_the_same_whenever_it_is_asked_for_and_of_its_block_alone(
            @ForAll @LongRange(min = 0, max = 4_000_000_000L) long height) {
        var block = new Block(POLYGON, height, false);
        var hash = block.digest().hash();
        assertThat(new Block(POLYGON, height, false).digest().hash()).isEqualTo(hash);
        assertThat(hash)
                .matches("0x[0-9a-f]{64}")
                .isNotEqualTo(block.plus(1).digest().hash())
                .isNotEqualTo(block.asOrphaned().digest().hash())
                .isNotEqualTo(new Block(BASE, height, false).digest().hash());
        assertThat(new Block(STELLAR, height, false).digest().hash()).matches("[0-9a-f]{64}");
    }

    @Test
    void no_two_blocks_of_a_day_share_a_hash() {
        var first = Block.newestAt(POLYGON, Instant.parse("2026-11-21T00:00:00Z"));
        var hashes = new HashSet<String>();
        for (int i = 0; i < 10_000; i++) {
            hashes.add(first.plus(i).digest().hash());
            hashes.add(first.plus(i).asOrphaned().digest().hash());
        }
        assertThat(hashes).hasSize(20_000);
    }

    @Test
    void a_block_on_top_of_an_orphan_is_on_the_branch_that_lasts() {
        var block = Block.newestAt(POLYGON, Instant.parse("2026-11-21T02:30:00Z"));
        assertThat(block.asOrphaned().plus(1)).isEqualTo(block.plus(1));
        assertThat(block.asOrphaned().at()).isEqualTo(block.at());
    }
}
