package dev.sluice.disbursement.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProofLinkTest {
    private static final UUID ORGANIZATION = UUID.fromString("0197a3c0-0000-7000-8000-000000000001");
    private static final UUID DISBURSEMENT = UUID.fromString("ffffffff-1111-7000-8000-000000000002");

    private final ProofLink link = new ProofLink(key(1));

    @Test
    void a_token_opens_to_what_it_was_made_for() {
        var token = link.token(ORGANIZATION, DISBURSEMENT);
        assertThat(token).matches("[A-Za-z0-9_-]{66}").isEqualTo(link.token(ORGANIZATION, DISBURSEMENT));
        assertThat(link.open(token)).contains(new ProofLink.Ref(ORGANIZATION, DISBURSEMENT));
    }

    @Test
    void no_single_character_can_be_changed() {
        var token = link.token(ORGANIZATION, DISBURSEMENT);
        for (int i = 0; i < token.length(); i++) {
            for (char other : "ABCDQgw_-9".toCharArray()) {
                if (token.charAt(i) != other) {
                    assertThat(link.open(token.substring(0, i) + other + token.substring(i + 1)))
                            .isEmpty();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "AA==",
                "../../etc/passwd",
                "🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂"
            })
    void what_is_no_token_opens_to_nothing(String token) {
        assertThat(link.open(token)).isEmpty();
    }

    @Test
    void a_token_cut_short_or_drawn_out_opens_to_nothing() {
        var token = link.token(ORGANIZATION, DISBURSEMENT);
        assertThat(link.open(token.substring(1))).isEmpty();
        assertThat(link.open(token + "A")).isEmpty();
        assertThat(link.open(token + "==")).isEmpty();
    }

    @Test
    void another_key_opens_nothing() {
        assertThat(new ProofLink(key(2)).open(link.token(ORGANIZATION, DISBURSEMENT)))
                .isEmpty();
    }

    @Test
    void a_weak_key_is_refused() {
        assertThatThrownBy(() -> new ProofLink(new byte[31])).isInstanceOf(IllegalArgumentException.class);
    }

    private static byte[] key(int fill) {
        var key = new byte[32];
        Arrays.fill(key, (byte) fill);
        return key;
    }
}
