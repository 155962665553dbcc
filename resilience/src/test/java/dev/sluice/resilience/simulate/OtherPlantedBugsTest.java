package dev.sluice.resilience.simulate;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/// The other half of the bugs, see [PlantedBugsTest].
@Tag("slow")
class OtherPlantedBugsTest extends PlantedBugCase {
    static Stream<Bug> bugs() {
        return everySecond(1);
    }
}
