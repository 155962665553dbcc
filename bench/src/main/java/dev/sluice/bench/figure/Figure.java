package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.stage.Setting;
import dev.sluice.bench.stage.Stage;
import java.util.Set;

/// Something that is measured in rounds.
public interface Figure {
    /// What it is called by: a number, or that of another with a letter behind it.
    String number();

    /// What is measured, in a few words; of a ratio, what is divided by what.
    String title();

    Goal goal();

    /// The databases that it is measured on.
    Set<Setting> settings();

    /// Measures it.
    Finding measure(Stage stage) throws Exception;
}
