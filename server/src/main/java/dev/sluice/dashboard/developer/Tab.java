package dev.sluice.dashboard.developer;

import java.util.Locale;

/// A part of the pages for developers, as the tabs above them name it.
public enum Tab {
    OVERVIEW(""),
    WEBHOOKS("/webhooks"),
    EVENTS("/events"),
    KEYS("/keys"),
    REQUESTS("/requests");

    private static final String ROOT = "/dashboard/developers";

    private final String path;

    Tab(String path) {
        this.path = ROOT + path;
    }

    public String path() {
        return path;
    }

    /// Where a thing of this part has its page.
    public String path(Object id) {
        return path + "/" + id;
    }

    /// The key of its name among the texts.
    public String key() {
        return "tab." + name().toLowerCase(Locale.ROOT);
    }

    /// Where a delivery has its page: among webhooks, whatever endpoint it went to.
    static String delivery(Object id) {
        return ROOT + "/deliveries/" + id;
    }
}
