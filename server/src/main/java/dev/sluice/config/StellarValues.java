package dev.sluice.config;

import dev.sluice.rail.StellarAddress;
import dev.sluice.rail.stellar.SecretKey;
import dev.sluice.rail.stellar.StellarSettings;
import dev.sluice.rail.stellar.StellarToken;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Configuration of the rail to Stellar: `SLUICE_STELLAR_…`.
final class StellarValues {
    private StellarValues() {}

    /// Reads the settings. Empty if no Horizon server is named.
    static Optional<StellarSettings> read(Settings settings) {
        var horizon = settings.optional("SLUICE_STELLAR_HORIZON", ConfigValues::urls);
        var passphrase =
                settings.value("SLUICE_STELLAR_PASSPHRASE", StellarSettings.PUBLIC, Function.<String>identity());
        var hot = settings.optional("SLUICE_STELLAR_SECRET_SEED", SecretKey::of);
        var channels = settings.value("SLUICE_STELLAR_CHANNEL_SEEDS", "", StellarValues::seeds);
        var deposits = settings.optional("SLUICE_STELLAR_DEPOSIT_ACCOUNT", StellarValues::account);
        var feeMax = settings.value("SLUICE_STELLAR_FEE_MAX", "0.1", StellarValues::stroops);
        if (hot.isPresent() || deposits.isPresent()) {
            settings.require("SLUICE_STELLAR_HORIZON", "it is required to reach Stellar");
        }
        if (horizon.isPresent() && deposits.isEmpty()) {
            settings.require(
                    "SLUICE_STELLAR_SECRET_SEED",
                    "Stellar payouts need it; for deposits only, set SLUICE_STELLAR_DEPOSIT_ACCOUNT");
        }
        return horizon.map(urls -> new StellarSettings(urls, passphrase, hot, channels, deposits, feeMax));
    }

    private static List<SecretKey> seeds(String text) {
        return ConfigValues.parts(text).map(SecretKey::of).toList();
    }

    private static String account(String text) {
        return StellarAddress.parse(text)
                .filter(address -> address.id() == null)
                .map(StellarAddress::account)
                .orElseThrow(() -> new IllegalArgumentException("must be an account of Stellar (G…)"));
    }

    private static long stroops(String text) {
        try {
            long stroops = StellarToken.stroops(text);
            if (stroops >= StellarSettings.FEE_MIN && stroops <= StellarSettings.FEE_LIMIT) {
                return stroops;
            }
        } catch (ArithmeticException | NumberFormatException malformed) {
            // Rejected below, like any other invalid amount.
        }
        throw new IllegalArgumentException("must be an amount of XLM from 0.00001 to 100, such as 0.1");
    }
}
