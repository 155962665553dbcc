package dev.sluice.rail.evm;

import dev.sluice.money.Asset;
import java.time.Duration;

/// Network: its name (`polygon`), its chain id (EIP-155), its native coin, the number of blocks until a payment is
/// final (counting its own block), and the block time.
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

    /// Time until the next query of a payout's status is useful.
    public Duration pollInterval() {
        var some = blockTime.multipliedBy(confirmations).dividedBy(ASKS_UNTIL_FINAL);
        return longer(ASK_MIN, some.compareTo(ASK_MAX) < 0 ? some : ASK_MAX);
    }

    /// Time without a sighting after which a transaction is broadcast again.
    public Duration resendAfter() {
        return longer(RESEND_MIN, blockTime.multipliedBy(RESEND_BLOCKS));
    }

    /// Waiting time for a block after which a transaction's fee is raised.
    public Duration stuckAfter() {
        return longer(STUCK_MIN, blockTime.multipliedBy(STUCK_BLOCKS));
    }

    /// Number of blocks that an endpoint may lag behind another one before it counts as late.
    long behindMax() {
        return Math.max(confirmations, stuckAfter().dividedBy(blockTime));
    }

    /// Maximum age of the newest block before the network counts as stalled.
    public Duration oldAfter() {
        return longer(OLD_MIN, blockTime.multipliedBy(OLD_BLOCKS));
    }

    /// Number of further blocks after which a block is scanned a second time. By then every node has long had it.
    public long againAfter() {
        return Math.max(behindMax(), AGAIN_MIN.dividedBy(blockTime));
    }

    /// Returns the highest final block if `head` is the newest.
    public long finalAt(long head) {
        return head - confirmations + 1;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }
}
