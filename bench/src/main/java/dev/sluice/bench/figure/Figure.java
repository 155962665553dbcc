package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.stage.BenchEnvironment;

/// A benchmark that is measured in rounds.
public interface Figure {
    Heading heading();

    /// Installs slow dependencies before any measurement.
    default void prepare(BenchEnvironment environment) throws Exception {}

    /// Measures the figure.
    Finding measure(BenchEnvironment environment) throws Exception;
}
