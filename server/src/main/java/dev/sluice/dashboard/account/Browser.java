package dev.sluice.dashboard.account;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Name of a browser and its operating system, as far as its user agent tells.
record Browser(Optional<String> name, Optional<String> system) {
    /// Names by order of precedence, because most user agents also contain names of other browsers.
    private static final Map<String, String> NAMES = inOrder(
            "Edg", "Edge",
            "OPR/", "Opera",
            "SamsungBrowser", "Samsung Internet",
            "Firefox/", "Firefox",
            "FxiOS/", "Firefox",
            "CriOS/", "Chrome",
            "Chrome/", "Chrome",
            "Chromium/", "Chromium",
            "Safari/", "Safari",
            "curl/", "curl");

    private static final Map<String, String> SYSTEMS = inOrder(
            "iPhone", "iPhone",
            "iPad", "iPad",
            "Android", "Android",
            "Windows", "Windows",
            "Mac OS X", "macOS",
            "CrOS", "ChromeOS",
            "Linux", "Linux");

    static Browser of(String agent) {
        return new Browser(first(NAMES, agent), first(SYSTEMS, agent));
    }

    private static Optional<String> first(Map<String, String> words, String agent) {
        return words.entrySet().stream()
                .filter(each -> agent.contains(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static Map<String, String> inOrder(String... pairs) {
        var map = new LinkedHashMap<String, String>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
