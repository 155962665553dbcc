package dev.sluice;

import java.io.Console;
import java.util.Map;
import java.util.Optional;
import org.slf4j.bridge.SLF4JBridgeHandler;

/// How the log looks: readable lines on a terminal, JSON lines anywhere else. It goes to the standard error stream.
final class Logs {
    private static final String FORMAT_KEY = "SLUICE_LOG_FORMAT";

    private Logs() {}

    /// Chooses the format before the first line is logged.
    ///
    /// @param serving whether this is the service; other commands say only what goes wrong
    static void configure(Map<String, String> env, boolean serving) {
        System.setProperty("sluice.log.level", serving ? "INFO" : "WARN");
        boolean terminal = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        System.setProperty(
                "sluice.log",
                switch (env.getOrDefault(FORMAT_KEY, "auto")) {
                    case "text" -> "text";
                    case "json" -> "json";
                    // Anything but `auto` stops the start, as every malformed setting does; until then it is none.
                    default -> terminal ? "text" : "json";
                });
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
    }
}
