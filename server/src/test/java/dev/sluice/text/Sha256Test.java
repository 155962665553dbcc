package dev.sluice.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Sha256Test {
    private static final String OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    private static final String OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// Example values of NIST.
    @Test
    void parts_make_the_hash_that_the_whole_has() {
        assertThat(Sha256.hex(bytes("abc"))).isEqualTo(OF_ABC);
        assertThat(Sha256.of("abc")).isEqualTo(HexFormat.of().parseHex(OF_ABC));
        assertThat(Sha256.of(bytes("a"), bytes(""), bytes("bc"))).isEqualTo(Sha256.of("abc"));
        assertThat(Sha256.of()).isEqualTo(HexFormat.of().parseHex(OF_NOTHING));
    }
}
