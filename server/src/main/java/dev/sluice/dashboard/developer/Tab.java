package dev.sluice.dashboard.developer;

import java.util.Locale;

/// Tab of the developer pages.
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

    /// Returns the path of a resource of this tab.
    public String path(Object id) {
        return path + "/" + id;
    }

    /// Returns the key of the tab's name.
    public String key() {
        return "tab." + name().toLowerCase(Locale.ROOT);
    }

    /// Returns the path of a delivery: part of the webhooks tab, and independent of the endpoint.
    static String delivery(Object id) {
        return ROOT + "/deliveries/" + id;
    }
}
