package dev.sluice.dashboard.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.policy.ListedWallet;
import dev.sluice.policy.Wallet;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WalletsTest {
    private static final List<ListedWallet> LISTED =
            IntStream.range(0, 60).mapToObj(WalletsTest::wallet).toList();

    private static ListedWallet wallet(int number) {
        var wallet = new Wallet("polygon", "0x%040X".formatted(number), null);
        return new ListedWallet(
                new UUID(0, number), wallet, false, "Desk " + number, new UUID(1, 1), "Siti", Instant.EPOCH);
    }

    @Test
    void of_many_the_first_are_shown_and_the_others_can_be_looked_for() {
        var all = Wallets.of(LISTED, "");
        assertThat(all.shown()).isEqualTo(LISTED.subList(0, 50));
        assertThat(all.hasMore()).isTrue();
        assertThat(all.isSearchable()).isTrue();
        assertThat(Wallets.of(LISTED, " desk 59 ").shown()).containsExactly(LISTED.get(59));
        assertThat(Wallets.of(LISTED, "0x000000000000000000000000000000000000003a")
                        .shown())
                .containsExactly(LISTED.get(58));
        var none = Wallets.of(LISTED, "nobody");
        assertThat(none.shown()).isEmpty();
        assertThat(none.isSearchable()).isTrue();
    }

    @Test
    void few_are_shown_without_a_field_to_look_in() {
        var few = Wallets.of(LISTED.subList(0, 50), "");
        assertThat(few.shown()).hasSize(50);
        assertThat(few.hasMore()).isFalse();
        assertThat(few.isSearchable()).isFalse();
    }
}
