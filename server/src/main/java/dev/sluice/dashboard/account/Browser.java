package dev.sluice.dashboard.account;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A browser and its system, in words, as far as what it says of itself tells.
record Browser(Optional<String> name, Optional<String> system) {
    /// Most say that they are others too, so the order matters.
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
