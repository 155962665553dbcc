package dev.sluice.dashboard;

import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.http.StaticFile;
import dev.sluice.refusal.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/// Static files of the dashboard's pages: its own files and those of the WebJars listed here. Each URL contains a
/// digest of the file's content, so that browsers may cache it forever.
public final class Assets {
    private static final String CSS = "text/css; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String WEBJARS = "/META-INF/resources/webjars/";
    private static final String FOREVER = "public, max-age=31536000, immutable";
    private static final int EDITION_LENGTH = 12;

    private static final Map<String, StaticFile> FILES = Map.of(
            "tabler.css", StaticFile.read(webjar("tabler__core") + "/dist/css/tabler.min.css", CSS),
            "tabler.js", StaticFile.read(webjar("tabler__core") + "/dist/js/tabler.min.js", SCRIPT),
            "htmx.js", StaticFile.read(webjar("htmx.org") + "/dist/htmx.min.js", SCRIPT),
            "echarts.js", StaticFile.read(webjar("echarts") + "/echarts.common.min.js", SCRIPT),
            "theme.js", StaticFile.read("/dashboard/theme.js", SCRIPT),
            "dashboard.css", StaticFile.read("/dashboard/dashboard.css", CSS),
            "dashboard.js", StaticFile.read("/dashboard/dashboard.js", SCRIPT),
            "live.js", StaticFile.read("/dashboard/live.js", SCRIPT),
            "passkey.js", StaticFile.read("/dashboard/passkey.js", SCRIPT),
            "charts.js", StaticFile.read("/dashboard/charts.js", SCRIPT));

    private static final Map<String, String> ADDRESSES = FILES.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(
                    Map.Entry::getKey, each -> "/assets/dashboard/" + edition(each.getValue()) + "/" + each.getKey()));

    private Assets() {}

    /// Returns the URL path of a file.
    public static String of(String name) {
        var address = ADDRESSES.get(name);
        if (address == null) {
            throw new IllegalArgumentException("no asset " + name);
        }
        return address;
    }

    static List<Route> routes() {
        return List.of(new Route(Method.GET, "/assets/dashboard/{edition}/{file}", request -> {
            var name = request.parameter("file");
            var file = FILES.get(name);
            if (file == null || !request.parameter("edition").equals(edition(file))) {
                throw Refusal.NOT_FOUND.refused();
            }
            return file.packed(request).with("Cache-Control", FOREVER);
        }));
    }

    private static String edition(StaticFile file) {
        return file.tag().substring(1, 1 + EDITION_LENGTH);
    }

    /// Returns the folder of a WebJar on the class path.
    static String webjar(String name) {
        for (var group : List.of("org.webjars.npm", "org.webjars")) {
            try (var in =
                    Assets.class.getResourceAsStream("/META-INF/maven/" + group + "/" + name + "/pom.properties")) {
                if (in != null) {
                    var properties = new Properties();
                    properties.load(in);
                    return WEBJARS + name + "/" + properties.getProperty("version");
                }
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        throw new IllegalStateException("the WebJar " + name + " is not on the class path");
    }
}
