package dev.sluice.dashboard.developer;

import dev.sluice.auth.Allowlist;
import dev.sluice.dashboard.Visit;
import dev.sluice.page.Texts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Addresses and blocks as somebody typed them: one a line, or several.
public record TypedAllowlist(String text) {
    static final String FIELD = "allowlist";

    /// What a form says. One that cannot be read is refused, since to say nothing lets everybody in.
    static TypedAllowlist of(Visit visit) {
        var form = visit.form();
        var text = form.lines(FIELD).orElse("");
        form.findings().throwIfAny();
        return new TypedAllowlist(text);
    }

    static TypedAllowlist of(Allowlist allowlist) {
        return new TypedAllowlist(String.join("\n", allowlist.texts()));
    }

    /// What is wrong with it, if anything is: the first line that is neither.
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

    /// What it says, where nothing is wrong with it.
    Allowlist allowlist() {
        return Allowlist.parse(entries(text).toList());
    }

    /// As a form has it.
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
