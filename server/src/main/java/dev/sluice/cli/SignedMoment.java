package dev.sluice.cli;

import dev.sluice.auth.SignedTime;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Time for the check of a signature.
final class SignedMoment {
    private SignedMoment() {}

    static Instant of(@Nullable String text, InstantSource clock) {
        return text == null
                ? clock.instant()
                : SignedTime.parse(text).orElseThrow(() -> new IllegalArgumentException("not a time: " + text));
    }
}
