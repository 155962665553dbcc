package dev.sluice.samples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A sample of `docs/samples`, with its interpreter.
enum Sample {
    NODE("sign.mjs", List.of("node", "-e", "fetch"), "node"),
    PYTHON("sign.py", List.of("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))"), "python3"),
    PHP("sign.php", List.of("php", "-r", "exit(PHP_VERSION_ID < 80000 ? 1 : 0);"), "php"),
    GO("sign.go", List.of("go", "version"), "go", "run"),
    RUBY("sign.rb", List.of("ruby", "-e", "exit RUBY_VERSION >= '3'"), "ruby"),
    SHELL(
            "sign.sh",
            List.of(
                    "bash",
                    "-c",
                    "command -v openssl && command -v curl && command -v jq && ((BASH_VERSINFO[0] >= 5))"),
            "bash");

    static final Path FOLDER = Path.of("..", "docs", "samples");

    private final String file;
    private final List<String> probe;
    private final List<String> interpreter;

    Sample(String file, List<String> probe, String... interpreter) {
        this.file = file;
        this.probe = probe;
        this.interpreter = List.of(interpreter);
    }

    /// Returns the samples with an installed and recent interpreter, and names the others.
    static Stream<Sample> present() {
        var here = Arrays.stream(values())
                .filter(sample -> Command.works(sample.probe))
                .toList();
        Arrays.stream(values())
                .filter(sample -> !here.contains(sample))
                .forEach(sample -> System.err.println("NOT RUN, as what it needs is not here: docs/samples/"
                        + sample.file + " (" + String.join(" ", sample.probe) + ")"));
        return here.stream();
    }

    String file() {
        return file;
    }

    Command run(Map<String, String> variables, String... words) throws IOException {
        var command = new ArrayList<>(interpreter);
        command.add(file);
        command.addAll(List.of(words));
        return Command.run(FOLDER, variables, command);
    }
}
