package dev.sluice.process;

import dev.sluice.db.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/// Settings of processes that share a test's database.
final class Nodes {
    private Nodes() {}

    /// Returns the settings of a node.
    ///
    /// @param key source of the derived master key
    static Map<String, String> settings(TestDatabase database, String key) {
        var address = database.address();
        var settings = new HashMap<String, String>();
        settings.put(
                "SLUICE_DATABASE_URL",
                address.jdbcUrl() + (address.jdbcUrl().contains("?") ? "&" : "?") + "user=" + address.user()
                        + "&password=" + address.password());
        settings.put("SLUICE_MASTER_KEY", Base64.getEncoder().encodeToString(sha256(key)));
        return settings;
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
