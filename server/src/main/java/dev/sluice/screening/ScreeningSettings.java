package dev.sluice.screening;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/// The provider of screening that a deployment has.
public sealed interface ScreeningSettings {
    /// Nobody is screened.
    record None() implements ScreeningSettings {}

    /// A file in OpenSanctions' simplified CSV form.
    ///
    /// @param ageMax how old the list may be; an older one cannot be screened with
    /// @param scoreMin the least likeness of a name, in percent
    record LocalList(Path file, Duration ageMax, int scoreMin) implements ScreeningSettings {}

    /// A vendor's service over HTTP.
    ///
    /// @param timeout from the request to the last byte of its answer
    record Vendor(URI url, String token, Duration timeout) implements ScreeningSettings {
        /// Never shows the token.
        @Override
        public String toString() {
            return "Vendor[" + url + "]";
        }
    }

    /// Reports whether anybody is screened.
    default boolean isOn() {
        return switch (this) {
            case None _ -> false;
            case LocalList _, Vendor _ -> true;
        };
    }
}
