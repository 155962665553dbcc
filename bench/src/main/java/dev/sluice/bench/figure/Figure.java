package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.stage.Stage;

/// A benchmark that is measured in rounds.
public interface Figure {
    Heading heading();

    /// Installs slow dependencies before any measurement.
    default void prepare(Stage stage) throws Exception {}

    /// Measures the figure.
    Finding measure(Stage stage) throws Exception;
}
