package dev.sluice.resilience.simulate;

import java.util.stream.Stream;

/// The other half of the bugs, see [PlantedBugsTest].
class OtherPlantedBugsTest extends PlantedBugCase {
    static Stream<Bug> bugs() {
        return everySecond(1);
    }
}
