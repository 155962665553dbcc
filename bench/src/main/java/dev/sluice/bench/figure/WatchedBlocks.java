package dev.sluice.bench.figure;

import dev.sluice.bench.chain.Drive;
import dev.sluice.bench.chain.Traffic;
import dev.sluice.bench.chain.WatchDrive;
import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.BenchEnvironment;

/// Figure 13, for information: rate at which the EVM rail scans blocks for deposits on a real node, relative to a
/// client that fetches the same blocks and events and discards them.
final class WatchedBlocks implements Figure {
    private static final Heading HEADING = new Heading("13", "EVM blocks watched/s ÷ bare fetches/s", Goal.none());
    private static final String DATABASE = "sluice_bench_watch";

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
            int blocks = environment.settings().blocks();
            environment.progress().say("making a chain of %,d blocks ...".formatted(blocks));
            var traffic = Traffic.make(node.url(), blocks);
            try (var drive =
                    Drive.start(environment, node, WatchDrive.class, WatchDrive.arguments(traffic), DATABASE)) {
                return Rounds.of(environment, this)
                        .note(("A chain of %,d blocks with %d transfers each, one of them to one of %d"
                                        + " deposits: read by the rail and by the bare client in turn. Each run must"
                                        + " find all payments.")
                                .formatted(blocks, Traffic.TRANSFERS_PER_BLOCK, Traffic.DEPOSITS))
                        .measure(_ -> OnNode.reading(drive, "blocks", "fetches"));
            }
        });
    }
}
