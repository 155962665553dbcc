package dev.sluice.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Golden;
import dev.sluice.http.Contract;
import dev.sluice.http.MessageFields;
import dev.sluice.webhook.feed.Types;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Compatibility of messages: a field is never removed, and a required one stays required. `api/webhook-fields.txt`
/// lists all of them, and only grows.
class WebhookFieldsTest {
    private static final Path FILE = Path.of("..", "api", "webhook-fields.txt");
    private static final String HOW = "a field of a message never goes, nor is one left out that is always there: "
            + "receivers rely on it. Bring back in api/openapi.yaml:";
    private static final String ADD = "fields that api/webhook-fields.txt does not promise yet; -D" + Golden.WRITE
            + "=true adds them, and nothing takes them away again:";

    private final Contract contract = Contract.load();

    @Test
    void the_contract_has_every_type_and_nothing_else() {
        assertThat(contract.messageTypes()).containsExactlyInAnyOrderElementsOf(Types.MESSAGES);
    }

    @Test
    void a_field_never_goes() throws IOException {
        var described = described();
        var missing = new ArrayList<String>();
        promised()
                .forEach((type, fields) -> fields.forEach((path, always) -> {
                    var now = described.getOrDefault(type, new TreeMap<>()).get(path);
                    if (now == null || (always && !now)) {
                        missing.add(type + " " + line(path, always));
                    }
                }));
        assertThat(missing).as(HOW).isEmpty();
    }

    @Test
    void every_field_is_promised() throws IOException {
        if (Boolean.getBoolean(Golden.WRITE)) {
            add();
        }
        var promised = promised();
        var fresh = new ArrayList<String>();
        described()
                .forEach((type, fields) -> fields.forEach((path, always) -> {
                    var before = promised.getOrDefault(type, new TreeMap<>()).get(path);
                    if (before == null || (always && !before)) {
                        fresh.add(type + " " + line(path, always));
                    }
                }));
        assertThat(fresh).as(ADD).isEmpty();
    }

    private Map<String, SortedMap<String, Boolean>> described() {
        var described = new LinkedHashMap<String, SortedMap<String, Boolean>>();
        Types.MESSAGES.forEach(type -> described.put(type, MessageFields.of(contract, type)));
        return described;
    }

    private static String line(String path, boolean always) {
        return path + (always ? " always" : "");
    }

    /// Reads the file: types with the same fields, then these fields, indented.
    private static Map<String, SortedMap<String, Boolean>> promised() throws IOException {
        var promised = new LinkedHashMap<String, SortedMap<String, Boolean>>();
        List<String> types = List.of();
        for (var line : Files.readAllLines(FILE)) {
            var words = List.of(line.strip().split(" "));
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith(" ")) {
                types.forEach(type ->
                        promised.computeIfAbsent(type, _ -> new TreeMap<>()).put(words.getFirst(), words.size() > 1));
            } else {
                types = words;
            }
        }
        return promised;
    }

    private void add() throws IOException {
        var all = promised();
        described()
                .forEach((type, fields) -> fields.forEach((path, always) ->
                        all.computeIfAbsent(type, _ -> new TreeMap<>()).merge(path, always, Boolean::logicalOr)));
        var typesByFields = new LinkedHashMap<SortedMap<String, Boolean>, List<String>>();
        all.forEach((type, fields) ->
                typesByFields.computeIfAbsent(fields, _ -> new ArrayList<>()).add(type));
        var lines = new ArrayList<String>();
        for (var line : Files.readAllLines(FILE)) {
            if (line.startsWith("#")) {
                lines.add(line);
            }
        }
        typesByFields.forEach((fields, types) -> {
            lines.add("");
            lines.add(String.join(" ", types));
            fields.forEach((path, always) -> lines.add("  " + line(path, always)));
        });
        Files.write(FILE, lines);
    }
}
