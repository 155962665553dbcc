package dev.sluice.iso20022;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Samples that are cut off or have a wrong bit. The reader either refuses them, or reads no more credits than the
/// whole sample has.
class DamagedSamplesTest {
    private static final int STEP = 64;
    private static final long SEED = 20_260_302;

    static List<Path> samples() {
        return Samples.all();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void a_sample_that_is_cut_at_any_place_is_refused_or_has_a_problem_or_is_whole(Path sample) throws Unreadable {
        var bytes = Samples.bytes(sample);
        var whole = Samples.read(bytes);
        for (int length = 0; length < bytes.length; length += STEP) {
            var cut = read(Arrays.copyOf(bytes, length));
            if (cut != null) {
                assertThat(creditable(cut)).as("cut at " + length).isLessThanOrEqualTo(creditable(whole));
                assertPrefix(cut, whole, length);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void a_wrong_bit_adds_no_credit(Path sample) throws Unreadable {
        var bytes = Samples.bytes(sample);
        var whole = Samples.read(bytes);
        var random = new Random(SEED);
        for (int from = 0; from < bytes.length; from += STEP) {
            int at = Math.min(bytes.length - 1, from + random.nextInt(STEP));
            int bit = random.nextInt(Byte.SIZE);
            var damaged = bytes.clone();
            damaged[at] ^= (byte) (1 << bit);
            var read = read(damaged);
            if (read != null) {
                assertThat(creditable(read))
                        .as("seed %d: bit %d of byte %d", SEED, bit, at)
                        .isLessThanOrEqualTo(creditable(whole));
            }
        }
    }

    /// Every byte of the short samples, so that no place is missed.
    @ParameterizedTest
    @MethodSource("samples")
    void a_short_sample_that_is_cut_at_any_byte_is_refused_or_whole(Path sample) throws Unreadable {
        var bytes = Samples.bytes(sample);
        if (bytes.length > 1_500) {
            return;
        }
        var whole = Samples.read(bytes);
        for (int length = 0; length < bytes.length; length++) {
            var cut = read(Arrays.copyOf(bytes, length));
            if (cut != null) {
                assertPrefix(cut, whole, length);
            }
        }
    }

    private static @org.jspecify.annotations.Nullable BankFile read(byte[] bytes) {
        try {
            return Samples.read(bytes);
        } catch (Unreadable refused) {
            assertThat(refused.getMessage()).isNotBlank().doesNotContain("\n");
            return null;
        }
    }

    /// Whole messages at the beginning of a file are messages; the statement that follows them is missed by its
    /// number.
    private static void assertPrefix(BankFile cut, BankFile whole, int length) {
        assertThat(cut.messages())
                .as("cut at " + length)
                .isEqualTo(whole.messages().subList(0, cut.messages().size()));
    }

    private static long creditable(BankFile file) {
        return Samples.entries(file).stream().filter(Entry::isCreditable).count();
    }
}
