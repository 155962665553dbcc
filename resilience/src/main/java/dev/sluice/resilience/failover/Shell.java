package dev.sluice.resilience.failover;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Runs PostgreSQL's programs under an account that PostgreSQL accepts, which root is not.
final class Shell {
    private static final String ADMINISTRATOR = "root";
    private static final String DEBIANS_ACCOUNT = "postgres";

    private final Path programs;
    private final List<String> account;

    private Shell(Path programs, List<String> account) {
        this.programs = programs;
        this.account = account;
    }

    /// @param programs directory of `initdb`, `pg_ctl` and `pg_basebackup`
    static Shell in(Path programs) {
        boolean asAdministrator = ADMINISTRATOR.equals(System.getProperty("user.name"));
        return new Shell(programs, asAdministrator ? List.of("runuser", "-u", DEBIANS_ACCOUNT, "--") : List.of());
    }

    /// Makes the account the owner of a directory.
    void give(Path folder) throws IOException {
        if (!account.isEmpty()) {
            run(List.of("chown", DEBIANS_ACCOUNT + ":", folder.toString()), Map.of());
        }
    }

    void run(String program, Map<String, String> environment, String... arguments) throws IOException {
        var command = new ArrayList<>(account);
        command.add(programs.resolve(program).toString());
        command.addAll(List.of(arguments));
        run(command, environment);
    }

    /// Runs any program under the account.
    void plain(String... words) throws IOException {
        var command = new ArrayList<>(account);
        command.addAll(List.of(words));
        run(command, Map.of());
    }

    /// Writes the output to a file, since a started server keeps the stream open.
    private static void run(List<String> command, Map<String, String> environment) throws IOException {
        var output = Files.createTempFile("sluice-shell", ".log");
        try {
            var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().putAll(environment);
            builder.environment().put("LC_ALL", "C.UTF-8");
            builder.directory(Path.of("/").toFile());
            int code = builder.start().onExit().join().exitValue();
            if (code != 0) {
                throw new IOException(
                        "%s: %d%n%s".formatted(String.join(" ", command), code, Files.readString(output)));
            }
        } finally {
            Files.delete(output);
        }
    }
}
