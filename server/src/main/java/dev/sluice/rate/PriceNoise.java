package dev.sluice.rate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Simulated movement of the sandbox's prices: a function of seed, pair and time alone, so that all nodes agree and
/// nothing is stored. It is value noise: for each of several periods, pseudo-random points at its multiples with
/// smooth interpolation, added up by weight. It uses integer arithmetic throughout, in parts of 10⁹ of the price.
///
/// @param amplitude maximum deviation from the table's price, in parts of 10⁹
/// @param seed a different seed gives a different movement
public record PriceNoise(long amplitude, long seed) {
    /// A price is constant for this long.
    public static final Duration STEP = Duration.ofSeconds(3);

    /// A tenth of the price.
    public static final long AMPLITUDE_MAX = 100_000_000;

    private static final long ONE = 1_000_000_000;
    private static final long PARTS = 1_000_000;
    private static final long WEIGHTS = 16;
    private static final int DIGITS_MIN = 10;
    private static final List<Octave> OCTAVES =
            List.of(new Octave(14_400, 7), new Octave(1_800, 5), new Octave(180, 3), new Octave(12, 1));

    public PriceNoise {
        if (amplitude < 1 || amplitude > AMPLITUDE_MAX) {
            throw new IllegalArgumentException("amplitude out of range: " + amplitude);
        }
    }

    /// Returns the price at a time, rounded half up to the table's digits, or to ten if it has fewer.
    BigDecimal at(BigDecimal price, String base, String quote, Instant time) {
        var factor = BigDecimal.valueOf(ONE + offset(base + "/" + quote, time), 9);
        var digits = new MathContext(Math.max(price.precision(), DIGITS_MIN), RoundingMode.HALF_UP);
        return price.multiply(factor).round(digits);
    }

    /// Returns the deviation of a pair from its table's price, in parts of 10⁹; its absolute value never exceeds
    /// the amplitude.
    long offset(String pair, Instant time) {
        long seconds = Math.floorDiv(time.getEpochSecond(), STEP.toSeconds()) * STEP.toSeconds();
        long stream = mixed(seed + hash(pair));
        long sum = 0;
        for (var octave : OCTAVES) {
            sum += octave.weight() * octave.value(stream, seconds, amplitude);
        }
        return Math.floorDiv(sum, WEIGHTS);
    }

    /// One period of the noise, and its weight.
    private record Octave(long seconds, long weight) {
        long value(long stream, long now, long amplitude) {
            long index = Math.floorDiv(now, seconds);
            long since = Math.floorMod(now, seconds);
            long from = point(stream, index, amplitude);
            long to = point(stream, index + 1, amplitude);
            // Smoothstep, 3t² - 2t³: no corners between adjacent segments.
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

    /// Finalizer of SplitMix64: every bit of the input changes half of the output's bits.
    private static long mixed(long value) {
        long mixed = value + 0x9e3779b97f4a7c15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
