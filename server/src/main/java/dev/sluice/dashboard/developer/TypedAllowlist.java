package dev.sluice.dashboard.developer;

import dev.sluice.auth.Allowlist;
import dev.sluice.dashboard.PageContext;
import dev.sluice.page.Texts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Allowlist as typed: IP addresses and CIDR blocks, one or several per line.
public record TypedAllowlist(String text) {
    static final String FIELD = "allowlist";

    /// Returns the input of a form. Unreadable input is refused, because an empty allowlist admits everyone.
    static TypedAllowlist of(PageContext context) {
        var form = context.form();
        var text = form.lines(FIELD).orElse("");
        form.findings().throwIfAny();
        return new TypedAllowlist(text);
    }

    static TypedAllowlist of(Allowlist allowlist) {
        return new TypedAllowlist(String.join("\n", allowlist.texts()));
    }

    /// Returns the problem with the first malformed entry, if there is one.
    Optional<String> problem(Texts texts) {
        if (entries(text).count() > Allowlist.RANGES_MAX) {
            return Optional.of(texts.get("allowlistLong", Allowlist.RANGES_MAX));
        }
        var lines = text.lines().toList();
        for (int line = 0; line < lines.size(); line++) {
            var wrong = entries(lines.get(line)).filter(each -> !isRange(each)).findFirst();
            if (wrong.isPresent()) {
                return Optional.of(texts.get("allowlistMalformed", line + 1, wrong.get()));
            }
        }
        return Optional.empty();
    }

    /// Parses a valid allowlist.
    Allowlist allowlist() {
        return Allowlist.parse(entries(text).toList());
    }

    /// Returns the allowlist as a form field.
    Map<String, String> fields() {
        return Map.of(FIELD, text);
    }

    private static Stream<String> entries(String text) {
        return Stream.of(text.split("[\\s,]+")).filter(each -> !each.isEmpty());
    }

    private static boolean isRange(String text) {
        try {
            return Allowlist.parse(List.of(text)).ranges().size() == 1;
        } catch (IllegalArgumentException neither) {
            return false;
        }
    }
}
