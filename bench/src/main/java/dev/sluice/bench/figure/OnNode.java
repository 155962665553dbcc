package dev.sluice.bench.figure;

import dev.sluice.bench.chain.Drive;
import dev.sluice.bench.chain.Node;
import dev.sluice.bench.report.Finding;
import dev.sluice.bench.stage.BenchEnvironment;

/// Runs a figure on an EVM node.
final class OnNode {
    private static final String NO_NODE = "Anvil is missing and could not be installed.";

    private OnNode() {}

    /// Measures on a running node.
    @FunctionalInterface
    interface Body {
        Finding measure(Node node) throws Exception;
    }

    /// Starts a node and creates a database. Reports the figure as left out if no node is available.
    static Finding measure(BenchEnvironment environment, Heading heading, String database, Body body) throws Exception {
        var anvil = environment.anvil();
        if (anvil.isEmpty()) {
            environment.progress().say("figure %s skipped: %s".formatted(heading.number(), NO_NODE));
            return heading.leftOut(NO_NODE);
        }
        environment.cluster().create(database);
        try (var node = Node.start(environment.children(), anvil.get(), environment.dir())) {
            return body.measure(node);
        } finally {
            environment.cluster().drop(database);
        }
    }

    /// Returns the ratio of the rail's rate to the baseline client's, of one round.
    static Reading reading(Drive drive, String rail, String bare) throws Exception {
        var driven = drive.round();
        return Reading.ratio(driven.rail().rate(rail), driven.bare().rate(bare));
    }
}
