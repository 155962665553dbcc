package dev.sluice.bench;

import dev.sluice.bench.micro.Micro;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `./sluice bench micro`: measures single steps of a request with JMH.
@Command(
        name = "micro",
        description = "Benchmark single steps of a request: signature, JSON, fees, encryption.",
        mixinStandardHelpOptions = true)
final class Steps implements Callable<Integer> {
    @Parameters(paramLabel = "PATTERN", description = "Run only benchmarks whose name matches one of these patterns.")
    private List<String> patterns = List.of();

    @Override
    public Integer call() throws Exception {
        Micro.main(patterns.toArray(String[]::new));
        return 0;
    }
}
