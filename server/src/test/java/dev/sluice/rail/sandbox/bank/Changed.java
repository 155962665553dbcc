package dev.sluice.rail.sandbox.bank;

import java.time.Duration;
import java.util.Set;

/// Settings with one part replaced.
final class Changed {
    private Changed() {}

    static BankSettings prices(BankSettings settings, BankSettings.Prices prices) {
        return of(settings, settings.accepts(), settings.sends(), prices);
    }

    static BankSettings sends(BankSettings settings, BankSettings.Sends sends) {
        return of(settings, settings.accepts(), sends, settings.prices());
    }

    /// Returns settings of a bank that compares names of payees.
    static BankSettings verifying(BankSettings settings) {
        var accepts = settings.accepts();
        return of(
                settings, accepts(settings, accepts.duplicatesRefusedBy(), true), settings.sends(), settings.prices());
    }

    /// Returns settings of a bank that notices no duplicates.
    static BankSettings withoutPromises(BankSettings settings) {
        return of(settings, accepts(settings, Set.of(), false), settings.sends(), settings.prices());
    }

    private static BankSettings.Accepts accepts(
            BankSettings settings, Set<String> duplicatesRefusedBy, boolean payeesVerified) {
        return new BankSettings.Accepts(
                settings.accepts().message(),
                BankSettings.Charset.SEPA_LATIN,
                70,
                140,
                "SLEV",
                99_999_999_999L,
                false,
                duplicatesRefusedBy,
                Duration.ofDays(90),
                true,
                payeesVerified);
    }

    private static BankSettings of(
            BankSettings settings, BankSettings.Accepts accepts, BankSettings.Sends sends, BankSettings.Prices prices) {
        return new BankSettings(
                settings.bank(),
                settings.account(),
                settings.folders(),
                accepts,
                sends,
                prices,
                settings.timing(),
                settings.opening(),
                settings.zone(),
                settings.weekdaysOnly());
    }
}
