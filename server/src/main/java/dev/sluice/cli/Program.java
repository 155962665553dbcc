package dev.sluice.cli;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the commands need from the program around them. Each call does or opens what it says; nothing is started for
/// a command that does not ask.
public interface Program {
    /// Runs the service until it is told to stop, and gives the exit code.
    int serve() throws Exception;

    /// Brings the configured database up to date, for nodes that may not do it themselves, and gives the exit
    /// code.
    int migrate() throws Exception;

    /// Proves the books of the configured database, prints what it counted, and gives the exit code.
    int verifyLedger() throws Exception;

    /// Proves the chains of the audit log; the exit code.
    ///
    /// @param pinned has what an earlier proof printed
    int verifyAudit(@Nullable Path pinned) throws Exception;

    /// Opens the configured database for an operator's command.
    Workbench workbench() throws Exception;

    /// Where `demo.env` is.
    Path dataDir() throws Exception;

    /// The real time, by which signatures are judged.
    InstantSource clock();

    SecureRandom random();

    /// The environment variables.
    Map<String, String> environment();
}
