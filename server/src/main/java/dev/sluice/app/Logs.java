package dev.sluice.app;

import java.io.Console;
import java.util.Map;
import java.util.Optional;
import org.slf4j.bridge.SLF4JBridgeHandler;

/// Configures the log format: readable lines on a terminal, JSON lines otherwise. The log is written to the standard
/// error stream.
public final class Logs {
    private static final String FORMAT_KEY = "SLUICE_LOG_FORMAT";

    private Logs() {}

    /// Chooses the format before the first line is logged.
    ///
    /// @param serving true for the service; other commands log only warnings and errors
    public static void configure(Map<String, String> env, boolean serving) {
        System.setProperty("sluice.log.level", serving ? "INFO" : "WARN");
        boolean terminal = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        System.setProperty(
                "sluice.log",
                switch (env.getOrDefault(FORMAT_KEY, "auto")) {
                    case "text" -> "text";
                    case "json" -> "json";
                    // Any value other than `auto` stops the start later, like every malformed
                    // setting; until then the default applies.
                    default -> terminal ? "text" : "json";
                });
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
    }
}
