package dev.sluice.rail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.StellarMemo.Hash;
import dev.sluice.rail.StellarMemo.Id;
import dev.sluice.rail.StellarMemo.Text;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Parsing of memos.
class StellarMemoTest {
    private static final String HEX = "fbff3fa7c6e1b0a4f2d15d3c8e9b7a60112233445566778899aabbccddeeff00";

    @ParameterizedTest
    @ValueSource(
            strings = {
                HEX,
                "FBFF3FA7C6E1B0A4F2D15D3C8E9B7A60112233445566778899AABBCCDDEEFF00",
                "+/8/p8bhsKTy0V08jpt6YBEiM0RVZneImaq7zN3u/wA=",
                "hash:" + HEX,
                "hash:+/8/p8bhsKTy0V08jpt6YBEiM0RVZneImaq7zN3u/wA=",
            })
    void a_hash_is_the_same_in_hex_and_in_base64(String text) {
        assertThat(StellarMemo.parse(text)).contains(new Hash(HEX));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+/8/p8bhsKTy0V08jpt6YBEiM0RVZneImaq7zN3u/wB=", // bits after the last byte
                "+/8/p8bhsKTy0V08jpt6YBEiM0RVZneImaq7zN3u/wA", // without its padding
                "-_8_p8bhsKTy0V08jpt6YBEiM0RVZneImaq7zN3u_wA=", // letters of addresses
                "hash:1234",
                HEX + "00",
            })
    void what_is_nearly_a_hash_is_no_memo(String text) {
        assertThat(StellarMemo.parse(text)).isEmpty();
    }

    @Test
    void base64_of_another_length_is_a_text() {
        assertThat(StellarMemo.parse("MTIzNDU2Nzg5MA==")).contains(new Text("MTIzNDU2Nzg5MA=="));
        assertThat(StellarMemo.parse("12345")).contains(new Id(BigInteger.valueOf(12_345)));
        assertThat(StellarMemo.parse("text:12345")).contains(new Text("12345"));
    }
}
