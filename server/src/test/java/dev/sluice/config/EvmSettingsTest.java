package dev.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.rail.evm.key.Signer;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The settings of the rail to EVM networks: each mistake is reported in one line that names the key, and shows no
/// secret.
class EvmSettingsTest {
    private static final String KEY = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
    private static final String ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    private static final String XPUB = "xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUH"
            + "Cdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw";
    private static final String XPRV = "xprv9uHRZZhk6KAJC1avXpDAp4MDc3sQKNxDiPvvkX8Br5ngLNv1TxvUxt4cV1rGL5hj6KCesnDYUhd"
            + "7oWgT11eZG7XnxHrnYeSvkzY7d2bhkJ7";
    private static final String OTHER_XPUB = "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1"
            + "Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8";
    private static final String RPC = "https://one.example/v3/a-secret, http://two.example:8545";

    @TempDir
    private Path directory;

    @Test
    void without_settings_nothing_is_set_up() throws Exception {
        assertThat(load(Map.of()).evm().open().lines()).isEmpty();
    }

    @Test
    void everything_is_read() throws Exception {
        var settings = load(Map.of(
                "SLUICE_EVM_POLYGON_RPC", RPC,
                "SLUICE_EVM_POLYGON_MAX_FEE_GWEI", "0.5",
                "SLUICE_EVM_BASE_RPC", "https://three.example",
                "SLUICE_EVM_PRIVATE_KEY", KEY,
                "SLUICE_EVM_DEPOSIT_XPUB", XPUB,
                "SLUICE_EVM_SWEEP_XPRV", XPRV,
                "SLUICE_EVM_TREASURY", ADDRESS));
        var config = settings.evm().open();
        assertThat(config.lines()).containsOnlyKeys("polygon", "base");
        assertThat(config.lines().get("polygon").endpoints())
                .containsExactly(URI.create("https://one.example/v3/a-secret"), URI.create("http://two.example:8545"));
        assertThat(config.lines().get("polygon").feeCap()).isEqualTo(BigInteger.valueOf(500_000_000));
        assertThat(config.lines().get("base").feeCap())
                .isEqualTo(BigInteger.TEN.pow(9).multiply(BigInteger.valueOf(300)));
        assertThat(config.signer().map(Signer::address)).contains(ADDRESS);
        assertThat(config.treasury()).contains(ADDRESS);
        assertThat(settings.toString()).doesNotContain(KEY.substring(2), XPRV, "a-secret");
    }

    @Test
    void a_keystore_is_opened_when_the_rail_is_wired() throws Exception {
        var file = Files.writeString(directory.resolve("wallet.json"), """
                {"crypto": {"cipher": "aes-128-ctr",
                  "cipherparams": {"iv": "6087dab2f9fdbbfaddc31a909735c1e6"},
                  "ciphertext": "5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46",
                  "kdf": "pbkdf2",
                  "kdfparams": {"c": 262144, "dklen": 32, "prf": "hmac-sha256",
                    "salt": "ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd"},
                  "mac": "517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2"}, "version": 3}""");
        var good = keystore(file, "testpassword");
        assertThat(good.evm().open().signer().map(Signer::address))
                .contains("0x008AeEda4D805471dF9b2A5B0f38A0C3bCBA786b");
        assertThat(good.toString()).doesNotContain("testpassword");
        for (var bad : List.of(keystore(file, "wrong"), keystore(directory.resolve("absent.json"), "testpassword"))) {
            assertThatExceptionOfType(EvmSettings.Unusable.class)
                    .isThrownBy(() -> bad.evm().open())
                    .withMessageStartingWith("SLUICE_EVM_KEYSTORE ");
        }
    }

    @Test
    void what_is_malformed_is_told_in_one_line_without_secrets() {
        refused("SLUICE_EVM_POLYGON_RPC must be http or https URLs", Map.of("SLUICE_EVM_POLYGON_RPC", "ftp://s3cret"));
        refused(
                "SLUICE_EVM_POLYGON_RPC must be http or https URLs, separated by commas, and one of them must have a"
                        + " host of letters, digits and hyphens: geth_node cannot be called by the service",
                Map.of("SLUICE_EVM_POLYGON_RPC", "http://geth_node:8545/s3cret"));
        refused(
                "SLUICE_EVM_POLYGON_MAX_FEE_GWEI must be a number of gwei",
                Map.of("SLUICE_EVM_POLYGON_RPC", RPC, "SLUICE_EVM_POLYGON_MAX_FEE_GWEI", "-1"));
        refused("SLUICE_EVM_PRIVATE_KEY must be a private key", Map.of("SLUICE_EVM_PRIVATE_KEY", "s3cret"));
        refused("SLUICE_EVM_PRIVATE_KEY is not a", Map.of("SLUICE_EVM_PRIVATE_KEY", "f".repeat(64)));
        refused("SLUICE_EVM_DEPOSIT_XPUB must be an extended public key", Map.of("SLUICE_EVM_DEPOSIT_XPUB", XPRV));
        refused("SLUICE_EVM_DEPOSIT_XPUB has a wrong check sum", Map.of("SLUICE_EVM_DEPOSIT_XPUB", XPUB + "1"));
        refused(
                "SLUICE_EVM_TREASURY must be an address",
                Map.of(
                        "SLUICE_EVM_DEPOSIT_XPUB", XPUB,
                        "SLUICE_EVM_SWEEP_XPRV", XPRV,
                        "SLUICE_EVM_TREASURY", ADDRESS.replace("C8", "c8")));
    }

    @Test
    void what_makes_no_sense_alone_or_together_is_told() {
        refused("SLUICE_EVM_POLYGON_RPC is missing", Map.of("SLUICE_EVM_POLYGON_MAX_FEE_GWEI", "1"));
        refused("SLUICE_EVM_KEYSTORE_PASSWORD is missing", Map.of("SLUICE_EVM_KEYSTORE", "wallet.json"));
        refused("SLUICE_EVM_KEYSTORE is missing", Map.of("SLUICE_EVM_KEYSTORE_PASSWORD", "s3cret"));
        refused(
                "SLUICE_EVM_KEYSTORE and SLUICE_EVM_PRIVATE_KEY are both given",
                Map.of(
                        "SLUICE_EVM_KEYSTORE", "wallet.json",
                        "SLUICE_EVM_KEYSTORE_PASSWORD", "s3cret",
                        "SLUICE_EVM_PRIVATE_KEY", KEY));
        refused(
                "SLUICE_EVM_TREASURY is missing",
                Map.of("SLUICE_EVM_DEPOSIT_XPUB", XPUB, "SLUICE_EVM_SWEEP_XPRV", XPRV));
        refused(
                "SLUICE_EVM_SWEEP_XPRV is not the private side of SLUICE_EVM_DEPOSIT_XPUB",
                Map.of(
                        "SLUICE_EVM_DEPOSIT_XPUB", OTHER_XPUB,
                        "SLUICE_EVM_SWEEP_XPRV", XPRV,
                        "SLUICE_EVM_TREASURY", ADDRESS));
        refused(
                "SLUICE_EVM_TRESURY is not a known setting; did you mean SLUICE_EVM_TREASURY?",
                Map.of("SLUICE_EVM_TRESURY", ADDRESS));
    }

    private Config keystore(Path file, String password) throws Config.Invalid {
        return load(Map.of(
                "SLUICE_EVM_POLYGON_RPC", RPC,
                "SLUICE_EVM_KEYSTORE", file.toString(),
                "SLUICE_EVM_KEYSTORE_PASSWORD", password));
    }

    private void refused(String line, Map<String, String> settings) {
        assertThatExceptionOfType(Config.Invalid.class)
                .isThrownBy(() -> load(settings))
                .satisfies(invalid -> assertThat(invalid.lines())
                        .singleElement()
                        .asString()
                        .startsWith(line)
                        .doesNotContain("s3cret", KEY, XPRV, "f".repeat(64)));
    }

    private Config load(Map<String, String> settings) throws Config.Invalid {
        return Config.load(new HashMap<>(settings), directory.resolve("absent.yaml"));
    }
}
