package dev.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.server.Admission;
import dev.sluice.http.server.PublicScheme;
import dev.sluice.http.server.Server;
import dev.sluice.net.TrustedProxies;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceRoutesTest {
    private static final AtomicBoolean READY = new AtomicBoolean(true);
    private static final Contract CONTRACT = Contract.load();
    private static Meters meters;
    private static Server server;
    private static HttpClient client;

    @BeforeAll
    static void start() {
        meters = new Meters();
        var envelope = new Envelope(InstantSource.system());
        var routes = new Routes(ServiceRoutes.routes(envelope, READY::get, meters.registry()));
        server = Server.start(
                "127.0.0.1",
                0,
                routes,
                envelope,
                meters.registry(),
                new TrustedProxies(List.of()),
                PublicScheme.PLAIN,
                new Admission());
        client = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        client.close();
        server.close();
        meters.close();
    }

    private static HttpResponse<byte[]> get(String path, Map<String, String> headers)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
        headers.forEach(request::header);
        var response = client.send(request.build(), BodyHandlers.ofByteArray());
        if (CONTRACT.operations().contains("GET " + path) && response.statusCode() != 304) {
            CONTRACT.check("GET", path, "", new byte[0], response.statusCode(), response.headers(), response.body());
        }
        return response;
    }

    private static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), java.nio.charset.StandardCharsets.UTF_8);
    }

    private static String header(HttpResponse<byte[]> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    @Test
    void it_lives_and_is_ready_as_soon_and_as_long_as_it_can_work() throws Exception {
        READY.set(false);
        assertThat(get("/health/live", Map.of()).statusCode()).isEqualTo(200);
        var away = get("/health/ready", Map.of());
        assertThat(away.statusCode()).isEqualTo(503);
        assertThat(text(away)).contains("UNAVAILABLE");
        READY.set(true);
        assertThat(get("/health/ready", Map.of()).statusCode()).isEqualTo(200);
    }

    @Test
    void metrics_are_prometheus_text_about_the_platform_and_the_requests() throws Exception {
        get("/health/live", Map.of());
        var metrics = get("/metrics", Map.of());
        assertThat(header(metrics, "Content-Type")).startsWith("text/plain; version=0.0.4");
        assertThat(text(metrics))
                .contains("jvm_memory_used_bytes", "jvm_threads_live_threads", "process_uptime_seconds")
                .contains("sluice_http_requests_seconds_count{method=\"GET\",route=\"/health/live\",status=\"200\"}");
    }

    @Test
    void the_contract_is_served_as_it_is_in_the_repository() throws Exception {
        var contract = get("/openapi.yaml", Map.of());
        assertThat(header(contract, "Content-Type")).startsWith("application/yaml");
        assertThat(text(contract)).isEqualTo(Files.readString(Path.of("..", "api", "openapi.yaml")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/docs"})
    void pages_may_load_nothing_from_elsewhere_and_stand_in_no_frame(String path) throws Exception {
        var page = get(path, Map.of());
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(header(page, "Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(header(page, "Content-Security-Policy"))
                .startsWith("default-src 'none'")
                .contains("frame-ancestors 'none'", "base-uri 'none'")
                .doesNotContain("unsafe", "http:", "https:", "*");
        assertThat(header(page, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(page, "Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(text(page)).doesNotContain("http://", "https://", "<style", "style=", "onload=");
    }

    @ParameterizedTest
    @CsvSource({
        "/docs/swagger-ui.css,text/css; charset=utf-8",
        "/docs/swagger-ui-bundle.js,text/javascript; charset=utf-8",
        "/docs/favicon-32x32.png,image/png",
        "/docs/docs.css,text/css; charset=utf-8",
        "/docs/docs.js,text/javascript; charset=utf-8",
    })
    void what_the_pages_need_is_served_and_kept_by_the_browser(String path, String type) throws Exception {
        var file = get(path, Map.of());
        assertThat(file.statusCode()).isEqualTo(200);
        assertThat(header(file, "Content-Type")).isEqualTo(type);
        assertThat(header(file, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(file, "Cache-Control")).isEqualTo("no-cache");
        var tag = header(file, "ETag");
        var again = get(path, Map.of("If-None-Match", "W/\"other\", " + tag));
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(header(again, "ETag")).isEqualTo(tag);
        assertThat(get(path, Map.of("If-None-Match", "\"other\"")).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/docs/index.html",
                "/docs/swagger-ui.js",
                "/docs/",
                "/docs/..%2Fpages%2Fdocs.js",
                "/docs/%2e%2e",
                "/docs/swagger-ui.css/",
                "/docs/SWAGGER-UI.CSS",
                "/logback.xml",
                "/api/openapi.yaml"
            })
    void no_other_file_is(String path) throws Exception {
        assertThat(get(path, Map.of()).statusCode()).isEqualTo(404);
    }
}
