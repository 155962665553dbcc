package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.stage.Stage;

/// Something that is measured in rounds.
public interface Figure {
    Heading heading();

    /// Gets what takes long to get, before anything is measured.
    default void prepare(Stage stage) throws Exception {}

    /// Measures it.
    Finding measure(Stage stage) throws Exception;
}
