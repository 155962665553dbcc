package dev.sluice.dashboard.live;

import dev.sluice.http.Ids;
import dev.sluice.http.Query;
import dev.sluice.refusal.Refused;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Subscription of a window, as its page sends it: `payout` for all payouts, `payout:<id>` for one.
///
/// @param window name of the tab: its next page replaces the previous one
/// @param ageMillis time since the page's request, so that the page learns of later changes
record LiveSubscription(Set<Topic> topics, String window, int ageMillis) {
    private static final int WORDS_MAX = 20;
    private static final int AGE_MILLIS_MAX = 60_000;
    private static final Pattern WINDOW = Pattern.compile("[A-Za-z0-9-]{1,40}");

    LiveSubscription {
        topics = Set.copyOf(topics);
    }

    /// @param id id of the resource; null for all of the kind
    record Topic(Kind kind, @Nullable UUID id) {}

    /// @throws Refused naming each malformed parameter
    static LiveSubscription of(Query query) {
        var findings = query.findings();
        var topics = new LinkedHashSet<Topic>();
        var texts = query.text("words").map(text -> text.split(",", -1)).orElse(new String[0]);
        if (texts.length == 0) {
            findings.add("words", "REQUIRED", "is required");
        } else if (texts.length > WORDS_MAX) {
            findings.add("words", "TOO_LONG", "must be at most " + WORDS_MAX + " words");
        } else {
            for (var text : texts) {
                topic(text).ifPresent(topics::add);
            }
            if (!Stream.of(texts).allMatch(text -> topic(text).isPresent())) {
                findings.add(
                        "words", "UNKNOWN_VALUE", "must be kinds such as payout, or payout:<id>, separated by commas");
            }
        }
        var window = query.text("window").orElse("");
        if (!WINDOW.matcher(window).matches()) {
            findings.add("window", "INVALID_FORMAT", "must be 1 to 40 letters, digits and hyphens");
        }
        int age = query.integer("age", 0, 0, Integer.MAX_VALUE);
        findings.throwIfAny();
        return new LiveSubscription(topics, window, Math.min(age, AGE_MILLIS_MAX));
    }

    private static Optional<Topic> topic(String text) {
        int colon = text.indexOf(':');
        var kind = Kind.of(colon < 0 ? text : text.substring(0, colon));
        if (colon < 0) {
            return kind.filter(each -> !each.isWatched()).map(each -> new Topic(each, null));
        }
        return kind.flatMap(each -> Ids.parse(text.substring(colon + 1)).map(id -> new Topic(each, id)));
    }

    boolean wants(Kind kind) {
        return topics.stream().anyMatch(topic -> topic.kind() == kind);
    }

    boolean wants(Kind kind, @Nullable UUID id) {
        return topics.contains(new Topic(kind, null)) || (id != null && topics.contains(new Topic(kind, id)));
    }
}
