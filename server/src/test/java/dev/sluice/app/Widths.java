package dev.sluice.app;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/// Width of a test's browser window: a phone's or a desktop's. Each test always has the same one, and about half of
/// them have each, because the tour of the dashboard checks every page in both. With `-Dsluice.widths=both`, each
/// test runs in both.
public final class Widths implements ArgumentsProvider {
    private static final int PHONE = 360;
    private static final int DESK = 1280;

    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        var journey = context.getRequiredTestMethod().toString();
        var widths = "both".equals(System.getProperty("sluice.widths"))
                ? IntStream.of(PHONE, DESK)
                : IntStream.of(Math.floorMod(journey.hashCode(), 2) == 0 ? PHONE : DESK);
        return widths.mapToObj(Arguments::of);
    }
}
