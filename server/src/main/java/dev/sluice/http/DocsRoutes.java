package dev.sluice.http;

import static dev.sluice.http.ServiceRoutes.get;

import dev.sluice.refusal.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/// Serves the OpenAPI contract as a file and in Swagger UI. The files of Swagger UI come from its WebJar, and only
/// those listed here are served. The pages load nothing from other hosts.
final class DocsRoutes {
    private static final String WEBJAR = "/META-INF/resources/webjars/swagger-ui/";
    private static final String WEBJAR_PROPERTIES = "/META-INF/maven/org.webjars/swagger-ui/pom.properties";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String CSS = "text/css; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";

    private DocsRoutes() {}

    static List<Route> routes() {
        var landing = StaticFile.page("/pages/landing.html", HTML, StaticFile.OWN_ONLY);
        var docs = StaticFile.page("/pages/docs.html", HTML, StaticFile.WITH_SWAGGER_UI);
        var contract = StaticFile.read("/api/openapi.yaml", "application/yaml; charset=utf-8");
        var files = files();
        return List.of(
                get("/", landing::answer),
                get("/docs", docs::answer),
                get("/openapi.yaml", contract::answer),
                get("/docs/{file}", request -> file(files, request)));
    }

    private static Answer file(Map<String, StaticFile> files, Request request) {
        var file = files.get(request.parameter("file"));
        if (file == null) {
            throw Refusal.NOT_FOUND.refused();
        }
        return file.answer(request);
    }

    private static Map<String, StaticFile> files() {
        var webjar = WEBJAR + webjarVersion() + "/";
        var files = new HashMap<String, StaticFile>();
        files.put("swagger-ui.css", StaticFile.read(webjar + "swagger-ui.css", CSS));
        files.put("swagger-ui-bundle.js", StaticFile.read(webjar + "swagger-ui-bundle.js", SCRIPT));
        files.put("favicon-32x32.png", StaticFile.read(webjar + "favicon-32x32.png", "image/png"));
        files.put("docs.css", StaticFile.read("/pages/docs.css", CSS));
        files.put("docs.js", StaticFile.read("/pages/docs.js", SCRIPT));
        return Map.copyOf(files);
    }

    private static String webjarVersion() {
        try (var in = DocsRoutes.class.getResourceAsStream(WEBJAR_PROPERTIES)) {
            if (in == null) {
                throw new IllegalStateException("the WebJar of Swagger UI is not on the class path");
            }
            var properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
