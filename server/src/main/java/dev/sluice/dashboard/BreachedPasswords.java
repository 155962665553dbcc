package dev.sluice.dashboard;

import dev.sluice.http.Fetch;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Checks passwords against known breaches with a service that implements the range search of Have I Been Pwned. The
/// service gets the first five of the forty hex digits of the password's SHA-1 and returns all entries with that
/// prefix. An eavesdropper learns no password, and the requested padding hides the number of entries. If no service
/// is configured or it does not answer, the password is accepted: [NewPassword] rejects easily guessed ones
/// regardless.
public final class BreachedPasswords {
    private static final Logger LOG = LoggerFactory.getLogger(BreachedPasswords.class);
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final int DIGITS_SENT = 5;
    private static final int OK = 200;

    private final Optional<Service> service;

    /// @param address base address of the service, without `/range/`; empty to disable the check
    /// @param clock real time
    public BreachedPasswords(Optional<URI> address, InstantSource clock) {
        this.service = address.map(found -> new Service(found, new Fetch(PATIENCE, clock)));
    }

    private record Service(URI address, Fetch fetch) {}

    public boolean know(String password) {
        return service.map(each -> isListed(each, sha1(password))).orElse(false);
    }

    private static boolean isListed(Service service, String digits) {
        try {
            var rest = digits.substring(DIGITS_SENT);
            return range(service, digits.substring(0, DIGITS_SENT))
                    .lines()
                    .anyMatch(line -> line.startsWith(rest + ":") && !line.endsWith(":0"));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } catch (IOException away) {
            LOG.warn(
                    "breach check of a new password failed, so the password was accepted unchecked: {}",
                    away.getMessage());
            return false;
        }
    }

    private static String range(Service service, String beginning) throws IOException, InterruptedException {
        var reply = service.fetch().get(URI.create(service.address() + "/range/" + beginning), "Add-Padding", "true");
        if (reply.status() != OK) {
            throw new IOException("the answer was " + reply.status());
        }
        return new String(reply.body(), StandardCharsets.UTF_8);
    }

    /// SHA-1 protects no secret here: it is only the index of such services.
    private static String sha1(String password) {
        try {
            var digest = MessageDigest.getInstance("SHA-1").digest(password.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().withUpperCase().formatHex(digest);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
