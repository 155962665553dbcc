package dev.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class JsonLayoutTest {
    @Test
    void only_white_space_changes() {
        assertThat(JsonLayout.pretty("{\"a\":[1,{\"b\":0.00000010}], \"c\" : {},\"d\":[ ],\"e\":\"{,\\\"}\"}"))
                .isEqualTo("""
                        {
                          "a": [
                            1,
                            {
                              "b": 0.00000010
                            }
                          ],
                          "c": {},
                          "d": [],
                          "e": "{,\\"}"
                        }""");
    }

    @Test
    void what_is_cut_off_is_printed_as_far_as_it_goes() {
        assertThat(JsonLayout.pretty("{\"a")).isEqualTo("{\n  \"a");
        assertThat(JsonLayout.pretty("]")).isEqualTo("\n]");
    }
}
