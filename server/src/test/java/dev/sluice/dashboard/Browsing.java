package dev.sluice.dashboard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// Browser session without a sign-in: it stores cookies, and returns redirects instead of following them.
public final class Browsing {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final URI baseUrl;
    private final Map<String, String> cookies = new LinkedHashMap<>();
    private final Map<String, String> headers = new LinkedHashMap<>();

    public Browsing(URI baseUrl) {
        this.baseUrl = baseUrl;
    }

    public Browsing with(String header, String value) {
        headers.put(header, value);
        return this;
    }

    public Map<String, String> cookies() {
        return cookies;
    }

    /// Returns the session token, or an empty string.
    public String session() {
        return cookies.getOrDefault(DashboardGuard.SESSION, "");
    }

    public HttpResponse<String> get(String path) {
        return send(request(path).GET().build());
    }

    public HttpResponse<String> post(String path, Map<String, String> fields) {
        var body = fields.entrySet().stream()
                .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&"));
        return send(request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    private HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(baseUrl.resolve(path));
        headers.forEach(request::header);
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(each -> each.getKey() + "=" + each.getValue())
                            .collect(Collectors.joining("; ")));
        }
        return request;
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            var answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            for (var cookie : answer.headers().allValues("Set-Cookie")) {
                var pair = cookie.split(";", 2)[0].split("=", 2);
                if (cookie.contains("Max-Age=0")) {
                    cookies.remove(pair[0]);
                } else {
                    cookies.put(pair[0], pair[1]);
                }
            }
            return answer;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
