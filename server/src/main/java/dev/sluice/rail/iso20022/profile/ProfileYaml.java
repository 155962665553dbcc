package dev.sluice.rail.iso20022.profile;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/// Parser of a profile's YAML into mappings, lists and texts. Numbers stay texts, because a binary fraction is no
/// amount. Depth and size are limited and aliases are refused, so that a small file cannot fill the memory.
final class ProfileYaml {
    static final int CHARACTERS_MAX = 256 * 1024;
    private static final int DEPTH_MAX = 8;

    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setSchema(new FailsafeSchema())
            .setCodePointLimit(CHARACTERS_MAX)
            .setMaxAliasesForCollections(0)
            // The parser tags a key without a value as null, whatever the schema.
            .setTagConstructors(Map.of(Tag.NULL, _ -> ""))
            .build();

    private ProfileYaml() {}

    /// Returns the mapping of a file; empty if it is none, with a fault.
    static Optional<Map<?, ?>> read(String text, Faults faults) {
        try {
            var refused = refused(text);
            if (refused.isPresent()) {
                faults.add("", refused.get());
                return Optional.empty();
            }
            if (new Load(SETTINGS).loadFromString(text) instanceof Map<?, ?> mapping) {
                return Optional.of(mapping);
            }
            faults.add("", "must be a mapping of keys to values, such as id: eur-main");
        } catch (MarkedYamlEngineException malformed) {
            faults.add("", line(malformed.getProblemMark()) + "is not valid YAML: " + first(malformed.getProblem()));
        } catch (YamlEngineException malformed) {
            faults.add("", "is not valid YAML: " + first(String.valueOf(malformed.getMessage())));
        }
        return Optional.empty();
    }

    /// Checks the limits on the stream of events: the loader follows nested values by recursion.
    private static Optional<String> refused(String text) {
        int depth = 0;
        for (Event event : new Parse(SETTINGS).parseString(text)) {
            switch (event) {
                case AliasEvent _ -> {
                    return Optional.of(line(event.getStartMark()) + "must not contain aliases (*name)");
                }
                case CollectionStartEvent _ -> depth++;
                case CollectionEndEvent _ -> depth--;
                default -> {}
            }
            if (depth > DEPTH_MAX) {
                return Optional.of(line(event.getStartMark()) + "is nested more than " + DEPTH_MAX + " levels deep");
            }
        }
        return Optional.empty();
    }

    private static String line(Optional<Mark> mark) {
        return mark.map(each -> "line " + (each.getLine() + 1) + " ").orElse("");
    }

    private static String first(String text) {
        return List.of(text.split("\\R", 2)).getFirst();
    }
}
