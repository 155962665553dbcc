package dev.sluice;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/// How wide a journey's window is: a phone's or a desk's, always the same for the same journey and about half of them
/// each, as every page is looked at in both by the tour of the dashboard. With `-Dsluice.widths=both` each journey is
/// made in both.
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
