package dev.sluice.page;

import java.util.Map;
import java.util.stream.Stream;

/// Words for actions of the audit log. An action that turns something on or off has words for each.
public final class ActionWords {
    /// The bundle of the texts.
    public static final String BUNDLE = "dashboard.audit";

    private ActionWords() {}

    /// @param fields of the action, such as `switch` and `state`
    /// @return the action itself where there are no words for it
    public static String of(Texts texts, String action, Map<String, String> fields) {
        var turned = fields.getOrDefault("state", "").equals("on") ? "turnedOn." : "turnedOff.";
        var what = fields.getOrDefault("switch", action);
        return Stream.of(fields.containsKey("state") ? turned + what : "", "did." + action)
                .flatMap(key -> texts.find(key).stream())
                .findFirst()
                .orElse(action);
    }
}
