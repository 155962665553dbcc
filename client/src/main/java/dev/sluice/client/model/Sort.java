package dev.sluice.client.model;

/// The order of a list.
public enum Sort {
    OLDEST_FIRST("createdAt"),
    NEWEST_FIRST("-createdAt"),
    LEAST_RECENTLY_UPDATED_FIRST("updatedAt"),
    MOST_RECENTLY_UPDATED_FIRST("-updatedAt");

    private final String parameter;

    Sort(String parameter) {
        this.parameter = parameter;
    }

    /// Returns the service's name for it.
    public String parameter() {
        return parameter;
    }
}
