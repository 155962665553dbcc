package dev.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {
    @Property
    void every_id_is_read_in_either_case(@ForAll long high, @ForAll long low) {
        var id = new UUID(high, low);
        assertThat(Ids.parse(id.toString())).contains(id);
        assertThat(Ids.parse(id.toString().toUpperCase(Locale.ROOT))).contains(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1-1-1-1-1",
                "019aa1b2-c3d4-7e5f-8a9b-0c1d2e3f405",
                "019aa1b2-c3d4-7e5f-8a9b-0c1d2e3f40512",
                "019aa1b2-c3d4-7e5f-8a9b-0c1d2e3f405g",
                "019aa1b2+c3d4-7e5f-8a9b-0c1d2e3f4051",
                "019aa1b2-c3d4-7e5f-8a9b00c1d2e3f4051",
                "-19aa1b2-c3d4-7e5f-8a9b-0c1d2e3f4051",
                "{19aa1b2-c3d4-7e5f-8a9b-0c1d2e3f405}",
                "٠19aa1b2-c3d4-7e5f-8a9b-0c1d2e3f4051"
            })
    void other_texts_are_no_ids(String text) {
        assertThat(Ids.parse(text)).isEmpty();
    }
}
