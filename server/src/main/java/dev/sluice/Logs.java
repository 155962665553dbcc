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
        var format = env.getOrDefault(FORMAT_KEY, "auto");
        System.setProperty("sluice.log", format.equals("auto") ? (terminal ? "text" : "json") : format);
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
    }
}
