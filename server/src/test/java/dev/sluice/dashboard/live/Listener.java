package dev.sluice.dashboard.live;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Person;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Live feed without a browser; returns the hints line by line.
final class Listener implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 20_000;

    private final HttpURLConnection connection;
    private final BufferedReader lines;

    private Listener(HttpURLConnection connection) throws IOException {
        this.connection = connection;
        this.lines = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
    }

    static String path(String words, String window, int age) {
        return "/dashboard/live?words=" + words + "&window=" + window + "&age=" + age;
    }

    static Listener of(Person person, String words, String window, int age) {
        try {
            var connection = (HttpURLConnection)
                    person.baseUrl().resolve(path(words, window, age)).toURL().openConnection();
            connection.setRequestProperty("Cookie", DashboardGuard.SESSION + "=" + person.token());
            connection.setRequestProperty("Accept", "text/event-stream");
            connection.setReadTimeout(PATIENCE_MILLIS);
            return new Listener(connection);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    String contentType() {
        return connection.getContentType();
    }

    String header(String name) {
        return connection.getHeaderField(name);
    }

    /// Returns the next hint; empty if the feed has ended.
    Optional<String> next() {
        try {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("data: ")) {
                    return Optional.of(line.substring("data: ".length()));
                }
            }
            return Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        connection.disconnect();
    }
}
