package dev.sluice.rail.evm;

import dev.sluice.money.Asset;
import java.time.Duration;

/// A network: its name (`polygon`), its number (EIP-155), its own coin, the blocks after which a payment is final (its
/// own block is the first of them), and the time between blocks.
public record EvmNetwork(String name, long chainId, Asset coin, int confirmations, Duration blockTime) {
    private static final Duration ASK_MIN = Duration.ofSeconds(1);
    private static final Duration ASK_MAX = Duration.ofSeconds(15);
    private static final Duration RESEND_MIN = Duration.ofSeconds(15);
    private static final Duration STUCK_MIN = Duration.ofSeconds(60);
    private static final Duration OLD_MIN = Duration.ofMinutes(10);
    private static final int OLD_BLOCKS = 50;
    private static final Duration AGAIN_MIN = Duration.ofMinutes(5);
    private static final int ASKS_UNTIL_FINAL = 4;
    private static final int RESEND_BLOCKS = 3;
    private static final int STUCK_BLOCKS = 10;

    public EvmNetwork {
        if (chainId <= 0 || confirmations <= 0 || !blockTime.isPositive()) {
            throw new IllegalArgumentException("not a network: " + name);
        }
    }

    /// How long until it is worth asking again what became of a payout.
    Duration askAfter() {
        var some = blockTime.multipliedBy(confirmations).dividedBy(ASKS_UNTIL_FINAL);
        return longer(ASK_MIN, some.compareTo(ASK_MAX) < 0 ? some : ASK_MAX);
    }

    /// How long a transaction may be out of sight before it is told again.
    Duration resendAfter() {
        return longer(RESEND_MIN, blockTime.multipliedBy(RESEND_BLOCKS));
    }

    /// How long a transaction may wait for a block before more is offered for it.
    Duration stuckAfter() {
        return longer(STUCK_MIN, blockTime.multipliedBy(STUCK_BLOCKS));
    }

    /// How many blocks an endpoint may be behind another one and be no worse than late.
    long behindMax() {
        return Math.max(confirmations, stuckAfter().dividedBy(blockTime));
    }

    /// How old the newest block may be before the network stands still.
    Duration oldAfter() {
        return longer(OLD_MIN, blockTime.multipliedBy(OLD_BLOCKS));
    }

    /// After how many more blocks one is looked at a second time, by when every node has long had it.
    long againAfter() {
        return Math.max(behindMax(), AGAIN_MIN.dividedBy(blockTime));
    }

    /// The highest block that is final where `head` is the newest.
    long finalAt(long head) {
        return head - confirmations + 1;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }
}
