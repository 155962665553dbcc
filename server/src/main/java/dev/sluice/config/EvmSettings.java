package dev.sluice.config;

import dev.sluice.http.Decimals;
import dev.sluice.http.WebUrl;
import dev.sluice.rail.EvmAddress;
import dev.sluice.rail.evm.EvmConfig;
import dev.sluice.rail.evm.key.ExtendedKey;
import dev.sluice.rail.evm.key.KeySigner;
import dev.sluice.rail.evm.key.Keystore;
import dev.sluice.rail.evm.key.Signer;
import dev.sluice.refusal.CannotStart;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The settings of the rail to EVM networks. All are validated except the keystore, which takes a second to open.
/// Error messages never contain rejected values that may be keys.
public record EvmSettings(EvmConfig withoutKeystore, Optional<Path> keystore, Optional<Password> password) {
    /// Settings that exist once per network.
    static final Pattern OF_NETWORK = Pattern.compile("SLUICE_EVM_([A-Z0-9_]+)_(RPC|MAX_FEE_GWEI)");

    /// The rail is not configured.
    public static final EvmSettings OFF = new EvmSettings(EvmConfig.OFF, Optional.empty(), Optional.empty());

    private static final String PREFIX = "SLUICE_EVM_";
    private static final String KEYSTORE = PREFIX + "KEYSTORE";
    private static final String PASSWORD = PREFIX + "KEYSTORE_PASSWORD";
    private static final String KEY = PREFIX + "PRIVATE_KEY";
    private static final String XPUB = PREFIX + "DEPOSIT_XPUB";
    private static final String XPRV = PREFIX + "SWEEP_XPRV";
    private static final String TREASURY = PREFIX + "TREASURY";

    /// Settings that exist once.
    static final List<String> KEYS = List.of(KEYSTORE, PASSWORD, KEY, XPUB, XPRV, TREASURY);

    private static final BigInteger FEE_CAP = BigInteger.valueOf(300);
    private static final BigDecimal FEE_CAP_MAX = BigDecimal.valueOf(1_000_000);
    private static final int GWEI_DECIMALS = 9;
    private static final int RADIX = 16;

    /// The password of the keystore.
    record Password(String text) {
        @Override
        public String toString() {
            return "Password[]";
        }
    }

    static EvmSettings read(Settings settings) {
        var lines = new TreeMap<String, EvmConfig.Line>();
        for (var key : settings.given(OF_NETWORK)) {
            var match = OF_NETWORK.matcher(key);
            if (!match.matches() || !match.group(2).equals("RPC")) {
                continue;
            }
            var cap = settings.value(PREFIX + match.group(1) + "_MAX_FEE_GWEI", FEE_CAP.toString(), EvmSettings::gwei);
            settings.optional(key, EvmSettings::endpoints)
                    .ifPresent(urls -> lines.put(name(match.group(1)), new EvmConfig.Line(urls, cap)));
        }
        var own = settings.optional(KEY, EvmSettings::key);
        var xpub = settings.optional(XPUB, EvmSettings::xpub);
        var xprv = settings.optional(XPRV, EvmSettings::xprv);
        var treasury = settings.optional(TREASURY, EvmSettings::address);
        checkTogether(settings, xpub, xprv);
        return new EvmSettings(
                new EvmConfig(lines, own, xpub, xprv, treasury),
                settings.optional(KEYSTORE, ConfigValues::path),
                settings.optional(PASSWORD, Password::new));
    }

    private static void checkTogether(Settings settings, Optional<ExtendedKey> xpub, Optional<ExtendedKey> xprv) {
        settings.given(OF_NETWORK).stream()
                .filter(key -> key.endsWith("_MAX_FEE_GWEI"))
                .forEach(key -> settings.needs(key, key.replace("_MAX_FEE_GWEI", "_RPC")));
        settings.needs(KEYSTORE, PASSWORD);
        settings.needs(PASSWORD, KEYSTORE);
        settings.needs(XPRV, XPUB);
        settings.needs(XPRV, TREASURY);
        settings.needs(TREASURY, XPRV);
        settings.excludes(KEYSTORE, KEY);
        if (xpub.isPresent() && xprv.isPresent() && !xpub.get().isSameAs(xprv.get())) {
            settings.fault(XPRV + " is not the private side of " + XPUB);
        }
    }

    /// Returns the complete configuration, with the keystore opened.
    ///
    /// @throws Unusable if it cannot be opened
    public EvmConfig open() {
        if (keystore.isEmpty() || password.isEmpty()) {
            return withoutKeystore;
        }
        return new EvmConfig(
                withoutKeystore.lines(),
                Optional.of(signer(keystore.get(), password.get())),
                withoutKeystore.depositKey(),
                withoutKeystore.sweepKey(),
                withoutKeystore.treasury());
    }

    /// Returns warnings about the configured keystore.
    List<String> warnings() {
        return keystore
                .filter(EvmSettings::isCheap)
                .map(_ -> KEYSTORE
                        + ": a weak key derivation, which allows fast password guessing; encrypt the file again with"
                        + " scrypt (n at least 65536, r = 8) and a long random password")
                .stream()
                .toList();
    }

    private static boolean isCheap(Path file) {
        try {
            return Keystore.isCheap(Files.readAllBytes(file));
        } catch (IOException | RuntimeException unreadable) {
            return false; // opening it stops the start with an error of its own
        }
    }

    private static Signer signer(Path file, Password password) {
        try {
            return Keystore.open(Files.readAllBytes(file), password.text());
        } catch (IOException unreadable) {
            throw new Unusable(KEYSTORE + " cannot be read: " + unreadable.getMessage(), unreadable);
        } catch (IllegalArgumentException refused) {
            throw new Unusable(KEYSTORE + " " + refused.getMessage(), refused);
        }
    }

    /// The settings refer to a network or file that is missing or invalid.
    public static final class Unusable extends CannotStart {
        private static final long serialVersionUID = 1L;

        public Unusable(String message, Throwable cause) {
            super(message, cause);
        }

        public Unusable(String message) {
            super(message, null);
        }
    }

    /// Returns the name of the setting with a network's nodes.
    public static String rpcKey(String network) {
        return PREFIX + network.toUpperCase(Locale.ROOT).replace('-', '_') + "_RPC";
    }

    /// Returns the name of a network in the reference data.
    private static String name(String inKey) {
        return inKey.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static List<URI> endpoints(String text) {
        var urls = Stream.of(text.split("[\\s,]+"))
                .filter(part -> !part.isEmpty())
                .map(EvmSettings::endpoint)
                .toList();
        if (urls.isEmpty()) {
            throw new IllegalArgumentException("must be http or https URLs, separated by commas");
        }
        return urls;
    }

    private static URI endpoint(String text) {
        try {
            return WebUrl.toCall(text).uri();
        } catch (IllegalArgumentException malformed) {
            // The message omits the value, because the path of a URL may be secret.
            throw new IllegalArgumentException(
                    "must be http or https URLs, separated by commas, and one of them " + malformed.getMessage());
        }
    }

    private static BigInteger gwei(String text) {
        if (text.matches("\\d{1,7}(\\.\\d{1,9})?")) {
            var gwei = Decimals.read(text).orElseThrow();
            if (gwei.signum() > 0 && gwei.compareTo(FEE_CAP_MAX) <= 0) {
                return gwei.movePointRight(GWEI_DECIMALS)
                        .setScale(0, RoundingMode.UNNECESSARY)
                        .toBigIntegerExact();
            }
        }
        throw new IllegalArgumentException("must be a number of gwei, such as 300 or 0.5, not '" + text + "'");
    }

    private static Signer key(String text) {
        if (!text.matches("(0x)?[0-9a-fA-F]{64}")) {
            throw new IllegalArgumentException("must be a private key: 64 hexadecimal digits");
        }
        return KeySigner.of(new BigInteger(text.substring(text.length() - 64), RADIX));
    }

    private static ExtendedKey xpub(String text) {
        var key = ExtendedKey.parse(text);
        if (key.isPrivate()) {
            throw new IllegalArgumentException("must be an extended public key (xpub…): this one is private");
        }
        return key;
    }

    private static ExtendedKey xprv(String text) {
        var key = ExtendedKey.parse(text);
        if (!key.isPrivate()) {
            throw new IllegalArgumentException("must be an extended private key (xprv…): this one is public");
        }
        return key;
    }

    private static String address(String text) {
        return EvmAddress.parse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "must be an address of 40 hexadecimal digits, with its checksum, not '" + text + "'"));
    }
}
