package dev.sluice.rail.iso20022.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.iso20022.transport.BankTransport.Remote;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StableListingTest {
    private static final Instant START = Instant.parse("2026-12-01T08:00:00Z");
    private static final Remote A = new Remote("/in/a", "a", 10);
    private static final Remote B = new Remote("/in/b", "b", 20);

    private final StableListing listing = new StableListing(Duration.ofSeconds(2));

    @Test
    void a_file_is_stable_with_the_second_listing_after_the_gap() {
        assertThat(listing.stable(List.of(A), START)).isEmpty();
        assertThat(listing.isWaiting()).isTrue();
        assertThat(listing.stable(List.of(A), START.plusMillis(1_999))).isEmpty();
        assertThat(listing.stable(List.of(A), START.plusSeconds(2))).containsExactly(A);
        assertThat(listing.isWaiting()).isFalse();
        assertThat(listing.stable(List.of(A), START.plusSeconds(3))).containsExactly(A);
    }

    @Test
    void a_file_that_grows_starts_again() {
        listing.stable(List.of(A, B), START);
        var grown = new Remote(A.path(), A.name(), 11);
        assertThat(listing.stable(List.of(grown, B), START.plusSeconds(2))).containsExactly(B);
        assertThat(listing.stable(List.of(grown, B), START.plusSeconds(3))).containsExactly(B);
        assertThat(listing.stable(List.of(grown, B), START.plusSeconds(4))).containsExactly(grown, B);
    }

    @Test
    void a_file_that_was_away_starts_again() {
        listing.stable(List.of(A), START);
        listing.stable(List.of(), START.plusSeconds(2));
        assertThat(listing.isWaiting()).isFalse();
        assertThat(listing.stable(List.of(A), START.plusSeconds(4))).isEmpty();
    }

    @Test
    void without_a_gap_two_listings_are_needed_still() {
        var none = new StableListing(Duration.ZERO);
        assertThat(none.stable(List.of(A), START)).isEmpty();
        assertThat(none.stable(List.of(A), START.plusNanos(1))).containsExactly(A);
    }
}
