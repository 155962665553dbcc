package dev.sluice.rail;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Postal address of a payee, as far as it is known. Rails to banks may send it.
///
/// @param street street with its number, of one or more lines
/// @param country ISO 3166 alpha-2
public record PostalAddress(
        @Nullable String street,
        @Nullable String town,
        @Nullable String postCode,
        @Nullable String country) {

    /// Returns the address; empty if nothing but the country is known.
    public static Optional<PostalAddress> of(
            @Nullable String street, @Nullable String town, @Nullable String postCode, @Nullable String country) {
        return street == null && town == null && postCode == null
                ? Optional.empty()
                : Optional.of(new PostalAddress(street, town, postCode, country));
    }

    /// Contains the country alone: the other fields are personal data, and records end up in logs.
    @Override
    public String toString() {
        return "PostalAddress[" + country + "]";
    }
}
