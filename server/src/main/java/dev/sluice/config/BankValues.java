package dev.sluice.config;

import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfileException;
import dev.sluice.rail.iso20022.profile.BankProfiles;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Bank accounts: `SLUICE_BANKS` names their profiles.
final class BankValues {
    static final String KEY = "SLUICE_BANKS";

    private BankValues() {}

    /// Loads the profiles. Each fault of a profile is a fault of the configuration.
    static List<BankProfile> read(Settings settings) {
        try {
            return BankProfiles.load(settings.value(KEY, "", BankValues::paths));
        } catch (BankProfileException faulty) {
            faulty.lines().forEach(settings::fault);
            return List.of();
        }
    }

    /// Splits a list at commas only, because paths may contain spaces.
    private static List<Path> paths(String text) {
        return Stream.of(text.split(","))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .map(ConfigValues::path)
                .toList();
    }
}
