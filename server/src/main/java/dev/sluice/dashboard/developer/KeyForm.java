package dev.sluice.dashboard.developer;

import dev.sluice.auth.Scope;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.page.Texts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Input of the form of a new API client or key.
public record KeyForm(String label, List<String> scopes, TypedAllowlist allowlist, String reason) {
    /// Names of all fields of the form.
    static final List<String> SENT = List.of("label", "scopes*", TypedAllowlist.FIELD);

    static final int LABEL_LENGTH_MAX = 120;

    public KeyForm {
        scopes = List.copyOf(scopes);
    }

    static KeyForm of(List<String> scopes) {
        return new KeyForm("", scopes, new TypedAllowlist(""), "");
    }

    static KeyForm of(PageContext context) {
        var allowlist = TypedAllowlist.of(context);
        var sent = context.form();
        var label = sent.text("label").orElse("").strip();
        return new KeyForm(label, sent.texts("scopes"), allowlist, OptionalReason.input(context));
    }

    Set<Scope> granted() {
        return scopes.stream().map(Scope::of).collect(Collectors.toSet());
    }

    /// @param taken labels of other clients or keys
    /// @param offered scopes that the visitor may grant
    Problems problems(Texts texts, Set<String> taken, List<String> offered) {
        var wrong = new LinkedHashMap<String, String>();
        if (label.isEmpty() || label.length() > LABEL_LENGTH_MAX) {
            wrong.put("label", texts.get("labelLength", LABEL_LENGTH_MAX));
        } else if (taken.contains(label)) {
            wrong.put("label", texts.get("labelTaken"));
        }
        if (scopes.isEmpty() || !Scope.wires().containsAll(scopes)) {
            wrong.put("scopes", texts.get("scopesMissing"));
        } else if (!offered.containsAll(scopes)) {
            wrong.put("scopes", texts.get("scopesBeyond", String.join(", ", offered)));
        }
        allowlist.problem(texts).ifPresent(problem -> wrong.put(TypedAllowlist.FIELD, problem));
        return new Problems(null, wrong);
    }
}
