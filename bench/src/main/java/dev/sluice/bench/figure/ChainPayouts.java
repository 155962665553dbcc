package dev.sluice.bench.figure;

import dev.sluice.bench.chain.Drive;
import dev.sluice.bench.chain.PayoutDrive;
import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.BenchEnvironment;
import java.util.List;

/// Figure 12, for information: throughput of the EVM rail on a real node, from submission of payouts to the node's
/// acknowledgement, relative to a client that only signs and sends as many transactions.
final class ChainPayouts implements Figure {
    private static final Heading HEADING = new Heading("12", "EVM payouts broadcast/s ÷ bare sends/s", Goal.none());
    private static final String DATABASE = "sluice_bench_payouts";

    @Override
    public Heading heading() {
        return HEADING;
    }

    @Override
    public void prepare(BenchEnvironment environment) throws Exception {
        environment.anvil();
    }

    @Override
    public Finding measure(BenchEnvironment environment) throws Exception {
        return OnNode.measure(environment, HEADING, DATABASE, node -> {
            try (var drive = Drive.start(environment, node, PayoutDrive.class, List.of(), DATABASE)) {
                return Rounds.of(environment, this)
                        .note("Transfers of a token, " + PayoutDrive.TURN
                                + " by the rail and the same number by the bare client, in turn; each is followed by"
                                + " a block. After a round, the chain shows that all were paid.")
                        .measure(_ -> OnNode.reading(drive, "payouts", "sends"));
            }
        });
    }
}
