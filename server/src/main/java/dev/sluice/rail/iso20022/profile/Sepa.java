package dev.sluice.rail.iso20022.profile;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Geographical scope of the SEPA schemes, by the list of the European Payments Council (EPC409-09): 41 countries
/// since the admission of Serbia in May 2025, and territories of members that have a country code of their own.
final class Sepa {
    /// Members of the Union and of the European Economic Area, other participants, then those admitted since 2024.
    static final Set<String> COUNTRIES = Set.of(
            "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT", "LT", "LU",
            "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK", "IS", "LI", "NO", "AD", "CH", "GB", "MC", "SM", "VA",
            "AL", "ME", "MD", "MK", "RS");

    /// Åland, the French territories in the scope, Gibraltar and the Crown Dependencies.
    static final Set<String> TERRITORIES =
            Set.of("AX", "BL", "GF", "GP", "MF", "MQ", "PM", "RE", "YT", "GI", "GG", "IM", "JE");

    static final Set<String> ALL =
            Stream.of(COUNTRIES, TERRITORIES).flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());

    private Sepa() {}
}
