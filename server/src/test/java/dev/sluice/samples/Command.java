package dev.sluice.samples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A program that has run to its end.
///
/// @param out its output, in UTF-8
/// @param err its error output
record Command(int exit, String out, String err) {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /// Runs a program in a folder, with some variables in addition to this process's own.
    ///
    /// @throws IOException if the program does not exist
    static Command run(Path folder, Map<String, String> variables, List<String> words) throws IOException {
        var out = Files.createTempFile("sluice-command", ".out");
        var err = Files.createTempFile("sluice-command", ".err");
        try {
            var builder = new ProcessBuilder(words)
                    .directory(folder.toFile())
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
            builder.environment().putAll(variables);
            var process = builder.start();
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(words + " does not end");
            }
            return new Command(process.exitValue(), Files.readString(out), Files.readString(err));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    /// Reports whether a program exists and succeeds.
    static boolean works(List<String> words) {
        try {
            return run(Path.of("."), Map.of(), words).exit() == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    /// Returns this command if it ended as expected.
    ///
    /// @throws AssertionError with its whole output if it did not
    Command expect(boolean well) {
        if ((exit == 0) != well) {
            throw new AssertionError("ended with " + exit + "\n" + out + "\n" + err);
        }
        return this;
    }
}
