package dev.sluice.bench.stage;

import java.util.ArrayList;
import java.util.List;

/// Runs a main class as a separate process, with this program's class path.
public final class Jvm {
    /// JVM options of the service's launcher.
    public static final List<String> AS_THE_SERVICE = List.of(
            "-XX:+UseSerialGC",
            "-Xmx256m",
            "-Xss512k",
            "-XX:+UseCompactObjectHeaders",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Duser.timezone=UTC",
            "-Djava.awt.headless=true");

    private static final List<String> SMALL =
            List.of("-XX:+UseSerialGC", "-Xmx256m", "-XX:+UseCompactObjectHeaders", "-Duser.timezone=UTC");

    private Jvm() {}

    static ProcessBuilder small(Class<?> main, String... arguments) {
        return command(SMALL, main.getName(), arguments);
    }

    public static ProcessBuilder command(List<String> options, String main, String... arguments) {
        var words = new ArrayList<String>();
        words.add(ProcessHandle.current().info().command().orElseThrow());
        words.addAll(options);
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        words.addAll(List.of(arguments));
        return new ProcessBuilder(words);
    }
}
