package dev.sluice.rate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// How the sandbox's prices move: a function of seed, pair and time alone, so that all nodes agree and nothing is
/// stored. It is value noise: for each of some periods, points of chance at its multiples with a smooth line between
/// them, added up by weight. Whole numbers throughout, parts in 10⁹ of the price.
///
/// @param amplitude how far a price strays from its table's at most, in parts of 10⁹
/// @param seed another seed is another walk
public record Walk(long amplitude, long seed) {
    /// A price stands still for this long.
    public static final Duration STEP = Duration.ofSeconds(3);

    /// A tenth of the price.
    public static final long AMPLITUDE_MAX = 100_000_000;

    private static final long ONE = 1_000_000_000;
    private static final long PARTS = 1_000_000;
    private static final long WEIGHTS = 16;
    private static final int DIGITS_MIN = 10;
    private static final List<Octave> OCTAVES =
            List.of(new Octave(14_400, 7), new Octave(1_800, 5), new Octave(180, 3), new Octave(12, 1));

    public Walk {
        if (amplitude < 1 || amplitude > AMPLITUDE_MAX) {
            throw new IllegalArgumentException("amplitude out of range: " + amplitude);
        }
    }

    /// The price at a time, rounded half up to the table's digits, or ten where it has fewer.
    BigDecimal at(BigDecimal price, String base, String quote, Instant time) {
        var factor = BigDecimal.valueOf(ONE + offset(base + "/" + quote, time), 9);
        var digits = new MathContext(Math.max(price.precision(), DIGITS_MIN), RoundingMode.HALF_UP);
        return price.multiply(factor).round(digits);
    }

    /// How far a pair is from its table's price, in parts of 10⁹: never beyond the amplitude.
    long offset(String pair, Instant time) {
        long seconds = Math.floorDiv(time.getEpochSecond(), STEP.toSeconds()) * STEP.toSeconds();
        long stream = mixed(seed + hash(pair));
        long sum = 0;
        for (var octave : OCTAVES) {
            sum += octave.weight() * octave.value(stream, seconds, amplitude);
        }
        return Math.floorDiv(sum, WEIGHTS);
    }

    /// One period of the noise, and its share of the whole.
    private record Octave(long seconds, long weight) {
        long value(long stream, long now, long amplitude) {
            long index = Math.floorDiv(now, seconds);
            long since = Math.floorMod(now, seconds);
            long from = point(stream, index, amplitude);
            long to = point(stream, index + 1, amplitude);
            // 3t² - 2t³, so that the line has no corners where two of its parts meet.
            long smooth = since * since * (3 * seconds - 2 * since) * PARTS / (seconds * seconds * seconds);
            return from + Math.floorDiv((to - from) * smooth, PARTS);
        }

        private long point(long stream, long index, long amplitude) {
            return Long.remainderUnsigned(mixed(mixed(stream + seconds) + index), 2 * amplitude + 1) - amplitude;
        }
    }

    /// FNV-1a, 64 bits.
    private static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }

    /// SplitMix64's last step: every bit of the input moves half of the output's.
    private static long mixed(long value) {
        long mixed = value + 0x9e3779b97f4a7c15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
