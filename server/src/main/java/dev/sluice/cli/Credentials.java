package dev.sluice.cli;

import dev.sluice.auth.DemoSeed;
import dev.sluice.auth.EnvFile;
import dev.sluice.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Credentials of `api` and the service's address: those of the environment, else those of `demo.env`.
record Credentials(Path file, Map<String, String> stored, Map<String, String> environment) {
    static final String ADDRESS = "SLUICE_BASE_URL";
    static final String CLIENT = "SLUICE_CLIENT_ID";
    static final String SECRET = "SLUICE_CLIENT_SECRET";
    static final String API_KEY = "SLUICE_API_KEY";

    /// Codes of refusals to unknown callers.
    private static final Set<String> STRANGERS =
            Set.of(Refusal.AUTH_UNKNOWN_CLIENT.code(), Refusal.AUTH_BAD_SIGNATURE.code(), Refusal.AUTH_BAD_KEY.code());

    static Credentials of(Program program) throws Exception {
        var file = program.dataDir().resolve(DemoSeed.FILE).toAbsolutePath().normalize();
        return new Credentials(file, Files.exists(file) ? EnvFile.read(file) : Map.of(), program.environment());
    }

    /// Empty where neither the environment nor the file has it.
    String find(String name) {
        return environment.getOrDefault(name, stored.getOrDefault(name, ""));
    }

    /// @throws IOException if neither the environment nor the file has it
    String get(String name) throws IOException {
        var value = find(name);
        if (value.isBlank()) {
            throw new IOException("no " + name + " in the environment or in " + file
                    + ". Start the service (./sluice serve), or set SLUICE_DATA_DIR to its data directory");
        }
        return value;
    }

    /// Returns the source of a value in words.
    private String source(String name) {
        return environment.getOrDefault(name, "").isBlank() ? file.toString() : "the environment";
    }

    /// Returns advice for an address without an answer.
    String unreachable(String target) throws IOException {
        return "no response from " + get(ADDRESS) + target + ", the address in " + source(ADDRESS)
                + ": is the service running? (./sluice serve) " + elsewhere();
    }

    /// Returns advice if the service does not know the caller: another deployment may run at the address.
    ///
    /// @param code code of the refusal; for any other code there is no advice
    /// @param name name of the credential that was sent
    Optional<String> unknown(String code, String name) throws IOException {
        if (!STRANGERS.contains(code)) {
            return Optional.empty();
        }
        var address = stored.getOrDefault(ADDRESS, "");
        var mixed = source(name).equals(source(ADDRESS)) || address.equals(get(ADDRESS))
                ? ""
                : " (that file belongs to the service at " + address + ")";
        return Optional.of(get(ADDRESS) + " does not accept the " + name + " in " + source(name) + mixed
                + ": it may be another deployment. " + elsewhere());
    }

    private static String elsewhere() {
        return "Set SLUICE_DATA_DIR to the data directory of the service to call.";
    }

    /// Returns the text form without the secrets.
    @Override
    public String toString() {
        return "Credentials" + stored.keySet() + environment.keySet();
    }
}
