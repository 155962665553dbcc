package dev.sluice.rail.iso20022.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.iso20022.profile.BankProfile.Scheme;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The profiles in `deploy/banks`.
class ExampleProfilesTest {
    private static final Path FOLDER = Path.of("../deploy/banks");

    @Test
    void all_of_them_load_together_in_the_order_of_their_names() throws Exception {
        var profiles = BankProfiles.load(List.of(FOLDER));
        assertThat(profiles)
                .extracting(BankProfile::id)
                .containsExactly(
                        "idr-fast",
                        "idr-rtgs",
                        "usd-world",
                        "gbp-main",
                        "eur-mt940",
                        "eur-main",
                        "eur-instant",
                        "chf-main");
        assertThat(profiles).extracting(BankProfile::scheme).contains(Scheme.values());
        assertThat(profiles).extracting(BankProfile::hash).doesNotHaveDuplicates();
    }

    @Test
    void bi_fast_and_bi_rtgs_have_the_bounds_of_bank_indonesia() throws Exception {
        var profiles = BankProfiles.load(List.of(FOLDER.resolve("bi-fast.yaml"), FOLDER.resolve("bi-rtgs.yaml")));
        assertThat(profiles.getFirst().serves().getFirst().max()).isEqualByComparingTo(new BigDecimal("250000000"));
        assertThat(profiles.getLast().serves().getFirst().min()).isEqualByComparingTo(new BigDecimal("100000000"));
        assertThat(profiles).allMatch(profile -> profile.out().wholeUnits());
    }
}
