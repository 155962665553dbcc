package dev.sluice.rail.evm.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.rail.evm.EvmConfig;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.deposit.DepositPath;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.web3j.crypto.ECKeyPair;
import org.web3j.crypto.Sign;

/// Keys compared with published vectors: those of BIP-32, BIP-44 and the Web3 Secret Storage Definition.
class EvmKeysTest {
    private static final String SECRET = "7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d";
    private static final String PASSWORD = "testpassword";

    private static final String PBKDF2 = """
            {"crypto": {"cipher": "aes-128-ctr",
              "cipherparams": {"iv": "6087dab2f9fdbbfaddc31a909735c1e6"},
              "ciphertext": "5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46",
              "kdf": "pbkdf2",
              "kdfparams": {"c": 262144, "dklen": 32, "prf": "hmac-sha256",
                "salt": "ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd"},
              "mac": "517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2"},
             "id": "3198bc9c-6672-5ab3-d995-4942343ae5b6", "version": 3}""";

    private static final String SCRYPT = """
            {"crypto": {"cipher": "aes-128-ctr",
              "cipherparams": {"iv": "83dbcc02d8ccb40e466191a123791e0e"},
              "ciphertext": "d172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c",
              "kdf": "scrypt",
              "kdfparams": {"dklen": 32, "n": 262144, "r": 1, "p": 8,
                "salt": "ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19"},
              "mac": "2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097"},
             "id": "3198bc9c-6672-5ab3-d995-4942343ae5b6", "version": 3}""";

    /// Seed, path and the extended public key at that path.
    @ParameterizedTest
    @CsvSource({
        "000102030405060708090a0b0c0d0e0f,m,"
                + "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDF"
                + "dp6W1EGMcet8",
        "000102030405060708090a0b0c0d0e0f,m/0H,"
                + "xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9"
                + "rL2dZXvgGDnw",
        "000102030405060708090a0b0c0d0e0f,m/0H/1,"
                + "xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA"
                + "7xmALppuCkwQ",
        "000102030405060708090a0b0c0d0e0f,m/0H/1/2H/2/1000000000,"
                + "xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYFgJS2UaFcxupHiYkro49S8yGasTvXEYBVPamh"
                + "GW6cFJodrTHy"
    })
    void a_tree_of_keys_is_that_of_bip_32(String seed, String path, String xpub) {
        var derived = ExtendedKey.ofSeed(Hex.bytes(seed));
        for (var step : path.substring(1).split("/")) {
            if (!step.isEmpty()) {
                derived = step.endsWith("H")
                        ? derived.child(ExtendedKey.hardened(Integer.parseInt(step.substring(0, step.length() - 1))))
                        : derived.child(Integer.parseInt(step));
            }
        }
        var published = ExtendedKey.parse(xpub);
        assertThat(published.isSameAs(derived)).isTrue();
        assertThat(published.isPrivate()).isFalse();
        assertThat(published.child(7).isSameAs(derived.child(7))).isTrue();
        assertThat(published.child(7).address())
                .isEqualTo(derived.child(7).signer().address());
        assertThat(published.isSameAs(derived.child(7))).isFalse();
    }

    @Test
    void a_private_key_is_read_and_has_the_public_one() {
        var xprv = ExtendedKey.parse(
                "xprv9uHRZZhk6KAJC1avXpDAp4MDc3sQKNxDiPvvkX8Br5ngLNv1TxvUxt4cV1rGL5hj6KCesnDYUhd7oWgT11"
                        + "eZG7XnxHrnYeSvkzY7d2bhkJ7");
        var xpub = ExtendedKey.parse(
                "xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bg"
                        + "wQ9xv5ski8PX9rL2dZXvgGDnw");
        assertThat(xprv.isPrivate()).isTrue();
        assertThat(xprv.isSameAs(xpub)).isTrue();
        assertThat(xprv.withoutSecret().isPrivate()).isFalse();
        assertThat(xprv.toString()).isEqualTo("ExtendedKey[private]");
        assertThatIllegalStateException().isThrownBy(xpub::signer);
        assertThatIllegalStateException().isThrownBy(() -> xpub.child(ExtendedKey.hardened(0)));
    }

    /// The default mnemonic of test nodes, and its first accounts at m/44'/60'/0'/0/i.
    @Test
    void addresses_are_those_of_bip_44() throws GeneralSecurityException {
        var account = ExtendedKey.ofSeed(seed("test test test test test test test test test test test junk"))
                .child(ExtendedKey.hardened(44))
                .child(ExtendedKey.hardened(60))
                .child(ExtendedKey.hardened(0))
                .withoutSecret();
        assertThat(account.child(0).child(0).address()).isEqualTo("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
        assertThat(account.child(0).child(1).address()).isEqualTo("0x70997970C51812dc3A010C7d01b50e0d17dc79C8");
    }

    @ParameterizedTest
    @CsvSource({
        "xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgG"
                + "Dnx",
        "xpub0",
        "nothing",
        "1111111111"
    })
    void what_is_no_extended_key_is_refused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ExtendedKey.parse(text));
    }

    @Test
    void deposits_have_places_of_their_own() {
        var seen = new HashSet<DepositPath>();
        for (int i = 0; i < 10_000; i++) {
            var path = DepositPath.of(UUID.randomUUID());
            assertThat(path.first()).isNotNegative();
            assertThat(path.second()).isNotNegative();
            assertThat(seen.add(path)).isTrue();
        }
        var id = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");
        assertThat(DepositPath.of(id)).isEqualTo(DepositPath.of(id));
    }

    @ParameterizedTest
    @CsvSource({"scrypt", "pbkdf2"})
    void a_keystore_is_opened_as_its_definition_says(String kind) {
        var file = (kind.equals("scrypt") ? SCRYPT : PBKDF2).getBytes(StandardCharsets.UTF_8);
        var signer = Keystore.open(file, PASSWORD);
        assertThat(signer.address())
                .isEqualTo(KeySigner.of(new BigInteger(SECRET, 16)).address())
                .isEqualToIgnoringCase("0x008aeeda4d805471df9b2a5b0f38a0c3bcba786b");
        assertThat(signer.toString()).doesNotContain(SECRET).contains(signer.address());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Keystore.open(file, "another password"))
                .withMessageContaining("password");
    }

    /// The "light" parameters of geth: n = 4096, r = 8, p = 6.
    @Test
    void a_keystore_on_which_passwords_are_tried_fast_is_known() {
        var light = SCRYPT.replace("262144", "4096").replaceFirst("\"p\"\\s*:\\s*\\d+", "\"p\": 6");
        var middling = SCRYPT.replace("262144", "65536");
        for (var file : List.of(light, PBKDF2)) {
            assertThat(Keystore.isCheap(file.getBytes(StandardCharsets.UTF_8))).isTrue();
        }
        for (var file : List.of(middling, SCRYPT, PBKDF2.replace("262144", "600000"))) {
            assertThat(Keystore.isCheap(file.getBytes(StandardCharsets.UTF_8)))
                    .as(file)
                    .isFalse();
        }
    }

    /// RFC 7914, section 12.
    @ParameterizedTest
    @CsvSource({
        "'','',16,1,1,77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906",
        "password,NaCl,1024,8,16,fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
    })
    void a_key_from_a_password_is_that_of_rfc_7914(String password, String salt, int n, int r, int p, String key) {
        assertThat(Scrypt.key(
                        password.getBytes(StandardCharsets.UTF_8), salt.getBytes(StandardCharsets.UTF_8), n, r, p, 64))
                .isEqualTo(Hex.bytes(key));
    }

    @Test
    void what_is_no_keystore_is_refused() {
        for (var file : new String[] {
            "",
            "{}",
            "{\"version\": 3}",
            PBKDF2.replace("aes-128-ctr", "rot13"),
            SCRYPT.replace("262144", "1073741824"),
            SCRYPT.replace("\"version\": 3", "\"version\": 1")
        }) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Keystore.open(file.getBytes(StandardCharsets.UTF_8), PASSWORD));
        }
    }

    @Test
    void a_signature_is_the_one_that_others_make_and_leads_back_to_its_key() throws Exception {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            var secret = new BigInteger(255, random).add(BigInteger.ONE);
            var digest = new byte[32];
            random.nextBytes(digest);
            var signed = KeySigner.of(secret).sign(digest);
            var theirs = Sign.signMessage(digest, ECKeyPair.create(secret), false);
            assertThat(signed)
                    .as("seed %d", seed)
                    .isEqualTo(new Signer.Signature(
                            theirs.getV()[0] - 27, new BigInteger(1, theirs.getR()), new BigInteger(1, theirs.getS())));
            assertThat(Sign.signedMessageHashToKey(digest, theirs)).isEqualTo(Sign.publicKeyFromPrivate(secret));
        }
    }

    @Test
    void a_key_out_of_range_is_refused_and_none_is_shown() {
        assertThatIllegalArgumentException().isThrownBy(() -> KeySigner.of(BigInteger.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> KeySigner.of(Sign.CURVE_PARAMS.getN()));
        var config = new EvmConfig(
                Map.of(
                        "polygon",
                        new EvmConfig.Line(
                                List.of(URI.create("https://rpc.example/v3/secret-in-the-path")), BigInteger.TEN)),
                Optional.of(KeySigner.of(new BigInteger(SECRET, 16))),
                Optional.empty(),
                Optional.of(ExtendedKey.ofSeed(new byte[16])),
                Optional.empty());
        assertThat(config.toString()).doesNotContain(SECRET, "secret-in-the-path", "xprv");
    }

    private static byte[] seed(String words) throws GeneralSecurityException {
        var spec = new PBEKeySpec(words.toCharArray(), "mnemonic".getBytes(StandardCharsets.UTF_8), 2_048, 512);
        return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512")
                .generateSecret(spec)
                .getEncoded();
    }
}
