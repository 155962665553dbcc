package dev.sluice.trial.simulate;

import java.util.stream.Stream;

/// The bugs that [PlantedBugsTest] leaves.
class OtherPlantedBugsTest extends PlantedBugCase {
    static Stream<Bug> bugs() {
        return everySecond(1);
    }
}
