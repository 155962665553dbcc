package dev.sluice.resilience.simulate;

import dev.sluice.resilience.stage.CommandOutput;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `./sluice simulate`.
@Command(
        name = "simulate",
        description = "Simulates the service with random faults, and compares its answers with a model.",
        mixinStandardHelpOptions = true)
public final class Simulate implements Callable<Integer> {
    private static final int FOUND = 1;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--seed", description = "Seed of the simulation; default: random.")
    private @Nullable Long seed;

    @Option(names = "--steps", description = "Number of steps (${DEFAULT-VALUE}).", defaultValue = "2000")
    private long steps;

    @Option(
            names = "--rest-every",
            description = "Steps between two full checks (${DEFAULT-VALUE}).",
            defaultValue = "500")
    private int restEvery;

    @Option(
            names = "--worlds",
            description = "Number of parallel simulations, each with the next seed and its share of the steps"
                    + " (${DEFAULT-VALUE}).",
            defaultValue = "1")
    private int worlds;

    @Option(names = "--verbose", description = "Prints every step.")
    private boolean verbose;

    @Override
    public Integer call() {
        require(worlds >= 1, "--worlds: at least 1");
        require(steps >= worlds, "--steps: at least one per simulation");
        require(restEvery >= 1, "--rest-every: at least 1");
        long first = CommandOutput.seed(seed);
        System.out.printf("seed %d, %,d steps%n", first, steps);
        long begun = System.nanoTime();
        try (var threads = Executors.newFixedThreadPool(worlds)) {
            var running = LongStream.range(0, worlds)
                    .mapToObj(world -> CompletableFuture.supplyAsync(() -> run(first + world, part(world)), threads))
                    .toList();
            var account =
                    new Account(running.stream().map(CompletableFuture::join).toList());
            account.print(Duration.ofNanos(System.nanoTime() - begun));
            return account.isRight() ? 0 : FOUND;
        } finally {
            // Prints this even after an exception, with all parameters, since the interval of rests
            // determines the simulation, too.
            for (int world = 0; world < worlds; world++) {
                System.out.printf(
                        "replay: ./sluice simulate --seed %d --steps %d --rest-every %d%n",
                        first + world, part(world), restEvery);
            }
        }
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }

    /// The first worlds take the remainder.
    private long part(long world) {
        return steps / worlds + (world < steps % worlds ? 1 : 0);
    }

    private Simulation.Outcome run(long chosen, long count) {
        try (var simulation = new Simulation(chosen, new Progress(chosen, verbose))) {
            return simulation.run(count, restEvery);
        }
    }
}
