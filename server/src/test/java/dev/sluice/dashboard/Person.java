package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.TestService;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.SwiftUsers;
import dev.sluice.merchant.User;
import dev.sluice.signin.Sessions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Signed-in user that requests pages without a browser. Redirects are returned, not followed.
public record Person(URI baseUrl, User user, String token) {
    private static final String BOUNDARY = "----a-boundary-that-no-file-has";
    public static final String MULTIPART = "multipart/form-data; boundary=" + BOUNDARY;
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Pattern FORM_TOKEN = Pattern.compile("name=\"formToken\" value=\"([^\"]+)\"");

    /// Signs a user in.
    ///
    /// @param strong true if with two factors
    public static Person signedIn(TestService service, Organizations organizations, User user, boolean strong) {
        var sessions = Sessions.wire(
                service.connections(),
                service.vault(),
                service.clocks(),
                organizations,
                SwiftUsers.of(service),
                new SecureRandom(),
                false);
        return new Person(service.baseUrl(), user, sessions.open(user, "127.0.0.1", "Firefox/1", strong));
    }

    public HttpResponse<String> get(String path) {
        return send(request(path).GET().build());
    }

    /// Requests a page with further headers, as a script does.
    public HttpResponse<String> get(String path, Map<String, String> headers) {
        var request = request(path);
        headers.forEach(request::header);
        return send(request.GET().build());
    }

    /// Sends a HEAD request.
    public HttpResponse<String> head(String path) {
        return send(request(path).HEAD().build());
    }

    /// Downloads a file.
    public HttpResponse<byte[]> bytes(String path) {
        return bytes(path, Map.of());
    }

    /// Downloads a file with further headers, such as the browser's language.
    public HttpResponse<byte[]> bytes(String path, Map<String, String> headers) {
        var request = request(path);
        headers.forEach(request::header);
        return send(request.GET().build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    /// Sends a form with its CSRF token.
    public HttpResponse<String> post(String path, Map<String, String> fields) {
        var all = new LinkedHashMap<>(fields);
        all.put("formToken", formToken());
        return postAsIs(path, all);
    }

    /// Sends a form without a CSRF token, as another site might.
    public HttpResponse<String> postAsIs(String path, Map<String, String> fields) {
        var body = fields.entrySet().stream()
                .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&"));
        return send(request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    /// Sends a form with its CSRF token and a file.
    public HttpResponse<String> upload(String path, Map<String, String> fields, String name, byte[] file) {
        var all = new LinkedHashMap<>(fields);
        all.put("formToken", formToken());
        return postAsIs(path, MULTIPART, envelope(all, name, file));
    }

    /// Sends a body of any type.
    public HttpResponse<String> postAsIs(String path, String type, byte[] body) {
        return send(request(path)
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build());
    }

    /// Returns a form with a file as the body of type [#MULTIPART].
    public static byte[] envelope(Map<String, String> fields, String name, byte[] file) {
        var body = new ByteArrayOutputStream();
        fields.forEach((field, value) -> body.writeBytes(("--" + BOUNDARY
                        + "\r\nContent-Disposition: form-data; name=\"" + field + "\"\r\n\r\n" + value + "\r\n")
                .getBytes(StandardCharsets.UTF_8)));
        body.writeBytes(("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name
                        + "\"\r\nContent-Type: application/octet-stream\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        body.writeBytes(file);
        body.writeBytes(("\r\n--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return body.toByteArray();
    }

    /// Returns the CSRF token of the user's pages.
    public String formToken() {
        var matcher = FORM_TOKEN.matcher(get("/dashboard/account").body());
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(baseUrl.resolve(path)).header("Cookie", DashboardGuard.SESSION + "=" + token);
    }

    private static HttpResponse<String> send(HttpRequest request) {
        return send(
                request,
                _ -> BodySubscribers.mapping(BodySubscribers.ofString(StandardCharsets.UTF_8), Person::withoutMark));
    }

    /// Removes the byte order mark, as programs do.
    private static String withoutMark(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> as) {
        try {
            return HTTP.send(request, as);
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
