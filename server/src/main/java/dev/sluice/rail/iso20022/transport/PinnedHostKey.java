package dev.sluice.rail.iso20022.transport;

import java.net.SocketAddress;
import java.security.PublicKey;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.sshd.client.keyverifier.ServerKeyVerifier;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.digest.BuiltinDigests;

/// Accepts the one host key with the profile's fingerprint, and remembers the others.
final class PinnedHostKey implements ServerKeyVerifier {
    private final String fingerprint;
    private final Map<String, String> refused = new LinkedHashMap<>();

    /// @param fingerprint `SHA256:` and the hash in base 64, as `ssh-keygen -l` prints it
    PinnedHostKey(String fingerprint) {
        this.fingerprint = plain(fingerprint);
        if (!this.fingerprint.matches("SHA256:[A-Za-z0-9+/]{43}")) {
            throw new IllegalArgumentException("no SHA256 fingerprint of a host key: " + fingerprint);
        }
    }

    @Override
    public synchronized boolean verifyServerKey(ClientSession session, SocketAddress address, PublicKey key) {
        var seen = plain(KeyUtils.getFingerPrint(BuiltinDigests.sha256, key));
        if (seen.equals(fingerprint)) {
            return true;
        }
        refused.put(KeyUtils.getKeyType(key), seen);
        return false;
    }

    /// Returns the fingerprints that were refused, by type of key.
    synchronized Map<String, String> refused() {
        return Map.copyOf(refused);
    }

    String fingerprint() {
        return fingerprint;
    }

    private static String plain(String fingerprint) {
        return fingerprint.strip().replaceAll("=+$", "");
    }
}
