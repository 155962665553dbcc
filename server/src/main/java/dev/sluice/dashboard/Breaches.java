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

/// Whether a password is known from a breach: asked of a service that speaks the range search of Have I Been Pwned,
/// which is told the first five of the forty digits of the password's SHA-1, and answers with all that begin so.
/// Whoever listens learns no password, and the padding that is asked for hides how many there are. Where none is
/// configured, or it does not answer, a password is taken: what is easy to guess is refused all the same.
public final class Breaches {
    private static final Logger LOG = LoggerFactory.getLogger(Breaches.class);
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final int DIGITS_TOLD = 5;
    private static final int OK = 200;

    private final Optional<Service> service;

    /// @param address whose `/range/` is asked; empty means that nobody is
    /// @param clock real time
    public Breaches(Optional<URI> address, InstantSource clock) {
        this.service = address.map(found -> new Service(found, new Fetch(PATIENCE, clock)));
    }

    private record Service(URI address, Fetch fetch) {}

    public boolean know(String password) {
        return service.map(each -> isListed(each, sha1(password))).orElse(false);
    }

    private static boolean isListed(Service service, String digits) {
        try {
            var rest = digits.substring(DIGITS_TOLD);
            return range(service, digits.substring(0, DIGITS_TOLD))
                    .lines()
                    .anyMatch(line -> line.startsWith(rest + ":") && !line.endsWith(":0"));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } catch (IOException away) {
            LOG.warn("whether a new password is known from a breach was not found out: {}", away.getMessage());
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

    /// No secret rests on SHA-1 here: it is what such services sort by.
    private static String sha1(String password) {
        try {
            var digest = MessageDigest.getInstance("SHA-1").digest(password.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().withUpperCase().formatHex(digest);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
