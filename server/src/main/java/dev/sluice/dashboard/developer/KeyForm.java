package dev.sluice.dashboard.developer;

import dev.sluice.auth.Allowlist;
import dev.sluice.auth.Scope;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Visit;
import dev.sluice.page.Texts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What stands in the form of a new API client or key.
///
/// @param allowlist addresses and blocks, as they were typed
public record KeyForm(String label, List<String> scopes, String allowlist) {
    static final int LABEL_LENGTH_MAX = 120;

    public KeyForm {
        scopes = List.copyOf(scopes);
    }

    static KeyForm empty() {
        return new KeyForm("", List.of(Scope.READ.wire()), "");
    }

    static KeyForm of(Visit visit) {
        var sent = visit.form();
        return new KeyForm(
                sent.text("label").orElse("").strip(),
                sent.texts("scopes"),
                sent.lines("allowlist").orElse(""));
    }

    List<String> ranges() {
        return Stream.of(allowlist.split("[\\s,]+"))
                .filter(each -> !each.isEmpty())
                .toList();
    }

    /// @param taken the names that others have
    Problems problems(Texts texts, Set<String> taken, boolean key) {
        var wrong = new LinkedHashMap<String, String>();
        if (label.isEmpty() || label.length() > LABEL_LENGTH_MAX) {
            wrong.put("label", texts.get("labelLength", LABEL_LENGTH_MAX));
        } else if (taken.contains(label)) {
            wrong.put("label", texts.get("labelTaken"));
        }
        if (key && (scopes.isEmpty() || !Scope.wires().containsAll(scopes))) {
            wrong.put("scopes", texts.get("scopesMissing"));
        }
        if (ranges().size() > Allowlist.RANGES_MAX) {
            wrong.put("allowlist", texts.get("allowlistLong", Allowlist.RANGES_MAX));
        } else {
            malformed().ifPresent(entry -> wrong.put("allowlist", texts.get("allowlistMalformed", entry)));
        }
        return new Problems(null, wrong);
    }

    private Optional<String> malformed() {
        return ranges().stream().filter(each -> !isRange(each)).findFirst();
    }

    private static boolean isRange(String text) {
        try {
            return Allowlist.parse(List.of(text)).ranges().size() == 1;
        } catch (IllegalArgumentException neither) {
            return false;
        }
    }
}
