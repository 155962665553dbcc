package dev.sluice.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// The optional `sluice.yaml`: one flat mapping, with keys as in the environment (`SLUICE_BASE_URL`) or short
/// (`baseUrl`, `base_url`, `base-url`).
final class SettingsFile {
    private SettingsFile() {}

    /// Reads the file; keys are converted to the environment's names. A missing or empty file has no keys.
    static Map<String, String> read(Path file, List<String> faults) {
        var settings = new TreeMap<String, String>();
        switch (load(file, faults)) {
            case null -> {}
            case Map<?, ?> mapping ->
                mapping.forEach((key, value) -> put(settings, String.valueOf(key), value, file, faults));
            default -> faults.add(file.getFileName() + " must be a mapping of keys to values, such as port: 8080");
        }
        return settings;
    }

    private static @Nullable Object load(Path file, List<String> faults) {
        try {
            var settings = LoadSettings.builder().setLabel(file.toString()).build();
            return new Load(settings).loadFromString(Files.readString(file));
        } catch (NoSuchFileException e) {
            return null;
        } catch (MarkedYamlEngineException e) {
            var line = e.getProblemMark()
                    .map(mark -> " line " + (mark.getLine() + 1))
                    .orElse("");
            faults.add(file.getFileName() + line + " is not valid YAML: " + firstLine(e.getProblem()));
        } catch (IOException | YamlEngineException e) {
            faults.add(file.getFileName() + " cannot be read: " + firstLine(String.valueOf(e.getMessage())));
        }
        return null;
    }

    private static void put(
            Map<String, String> settings, String key, @Nullable Object value, Path file, List<String> faults) {
        var name = environmentName(key);
        if (value instanceof Map) {
            faults.add("%s in %s must be a single value".formatted(key, file.getFileName()));
        } else if (settings.put(name, text(value)) != null) {
            faults.add("%s is given twice in %s".formatted(name, file.getFileName()));
        }
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case List<?> list -> list.stream().map(String::valueOf).collect(Collectors.joining(","));
            default -> value.toString().strip();
        };
    }

    private static String environmentName(String key) {
        return key.startsWith(Settings.PREFIX)
                ? key
                : Settings.PREFIX
                        + key.replaceAll("([a-z])([A-Z])", "$1_$2")
                                .replace('-', '_')
                                .toUpperCase(Locale.ROOT);
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
