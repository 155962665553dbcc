package dev.sluice.screening;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/// Screening provider of a deployment.
public sealed interface ScreeningSettings {
    /// No screening.
    record None() implements ScreeningSettings {}

    /// File in OpenSanctions' simplified CSV form.
    ///
    /// @param ageMax maximum age of the list; an older one cannot be screened with
    /// @param scoreMin minimum similarity of a name, in percent
    record LocalList(Path file, Duration ageMax, int scoreMin) implements ScreeningSettings {}

    /// Vendor's service over HTTP.
    ///
    /// @param timeout from the request to the last byte of its answer
    record Vendor(URI url, String token, Duration timeout) implements ScreeningSettings {
        /// Never shows the token.
        @Override
        public String toString() {
            return "Vendor[" + url + "]";
        }
    }

    /// Reports whether the deployment screens.
    default boolean isOn() {
        return switch (this) {
            case None _ -> false;
            case LocalList _, Vendor _ -> true;
        };
    }
}
