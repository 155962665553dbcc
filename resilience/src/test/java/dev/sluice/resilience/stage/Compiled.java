package dev.sluice.resilience.stage;

import java.util.List;

/// The service as compiled for this test, in a separate process.
public final class Compiled {
    private static final String SERVICE = "dev.sluice.Main";

    private Compiled() {}

    /// Returns the command that starts it.
    public static List<String> service() {
        return List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx256m",
                "-Duser.timezone=UTC",
                "-cp",
                System.getProperty("java.class.path"),
                SERVICE,
                "serve");
    }
}
