package dev.sluice.rail.sandbox.bank;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;

/// Faults of an account. They depend on the seed and the subject alone, so that a repeated step makes the same ones.
///
/// @param seed seed of the account
public record Knobs(long seed, Map<Knob, Setting> settings) {
    private static final int MILLE = 1_000;
    private static final Setting OFF = new Setting(0, Set.of());

    public Knobs {
        settings = Map.copyOf(settings);
    }

    /// Frequency of a fault.
    ///
    /// @param perMille number of subjects of a thousand
    /// @param subjects subjects that always have it
    public record Setting(int perMille, Set<String> subjects) {
        public Setting {
            subjects = Set.copyOf(subjects);
        }

        public static Setting always() {
            return new Setting(MILLE, Set.of());
        }

        public static Setting of(String... subjects) {
            return new Setting(0, Set.of(subjects));
        }
    }

    /// Returns true if the bank makes the fault.
    ///
    /// @param subjects names of the same thing; the draw depends on all of them
    boolean isOn(Knob knob, String... subjects) {
        var setting = settings.getOrDefault(knob, OFF);
        return List.of(subjects).stream().anyMatch(setting.subjects()::contains)
                || draw(knob.name() + "/" + String.join("/", subjects)) < setting.perMille();
    }

    private int draw(String subject) {
        var sum = new CRC32C();
        sum.update((seed + "/" + subject).getBytes(StandardCharsets.UTF_8));
        // CRC32C alone spreads neighbours badly in its low bits.
        long mixed = (sum.getValue() + seed) * 0x9E3779B97F4A7C15L;
        return (int) Long.remainderUnsigned(mixed >>> 16, MILLE);
    }
}
