package dev.sluice.dashboard;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// Builds addresses of pages.
public final class Links {
    private Links() {}

    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return "";
        }
    }

    /// Returns an address with query parameters; omits empty values.
    public static String of(String path, Map<String, String> parameters) {
        var query = parameters.entrySet().stream()
                .filter(each -> !each.getValue().isEmpty())
                .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&"));
        return query.isEmpty() ? path : path + "?" + query;
    }

    /// Returns an address with one query parameter replaced.
    public static String with(String path, Map<String, String> parameters, String name, String value) {
        var all = new LinkedHashMap<>(parameters);
        all.put(name, value);
        return of(path, all);
    }

    /// Returns a requested page if it is one of the dashboard, otherwise the home page. This prevents open
    /// redirects.
    public static String own(String wanted) {
        boolean ours = wanted.equals(DashboardGuard.HOME)
                || wanted.startsWith(DashboardGuard.HOME + "/")
                || wanted.startsWith(DashboardGuard.HOME + "?");
        boolean plain = wanted.chars().noneMatch(each -> each <= ' ' || each == '\\') && !wanted.contains("..");
        return ours && plain ? wanted : DashboardGuard.HOME;
    }
}
