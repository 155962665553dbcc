package dev.sluice.merchant;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether a password is known from a breach: asked of a service that speaks the range search of Have I Been Pwned,
/// which is told the first five of the forty digits of the password's SHA-1, and answers with all that begin so.
/// Whoever listens learns no password, and the padding that is asked for hides how many there are. Where none is
/// configured, or it does not answer, a password is taken: what is easy to guess is refused all the same.
public final class Breaches {
    private static final Logger LOG = LoggerFactory.getLogger(Breaches.class);
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final int BYTES_MAX = 1 << 20;
    private static final int DIGITS_TOLD = 5;
    private static final int OK = 200;

    private final Optional<URI> service;
    private final HttpClient client;

    /// @param service whose `/range/` is asked; empty means that nobody is
    public Breaches(Optional<URI> service) {
        this.service = service;
        this.client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(PATIENCE)
                .build();
    }

    public boolean know(String password) {
        return service.map(base -> isListed(base, sha1(password))).orElse(false);
    }

    private boolean isListed(URI base, String digits) {
        try {
            var rest = digits.substring(DIGITS_TOLD);
            return range(base, digits.substring(0, DIGITS_TOLD))
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

    private String range(URI base, String beginning) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(base + "/range/" + beginning))
                .header("User-Agent", "Sluice")
                .header("Add-Padding", "true")
                .build();
        // The timeout of a request ends with its headers; this one ends with the body.
        var answer = client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofString(), BYTES_MAX));
        try {
            var response = answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            if (response.statusCode() != OK) {
                throw new IOException("the answer was " + response.statusCode());
            }
            return response.body();
        } catch (TimeoutException late) {
            throw new IOException("no answer within " + PATIENCE, late);
        } catch (ExecutionException failed) {
            throw new IOException(String.valueOf(failed.getCause()), failed);
        } finally {
            answer.cancel(true);
        }
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
