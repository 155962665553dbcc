package dev.sluice.dashboard.policy;

import dev.sluice.dashboard.FormVersion;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Problems;
import dev.sluice.page.Texts;
import dev.sluice.policy.Maker;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Page with the form of a rule.
public record RuleAsked(
        Frame frame, Texts texts, Formats formats, RuleForm form, List<String> assets, Problems problems) {
    public RuleAsked {
        assets = List.copyOf(assets);
    }

    /// Reports whether the rule's asset is no longer available.
    public boolean isAssetGone() {
        return !form.at("asset").isEmpty() && !assets.contains(form.at("asset"));
    }

    /// Returns the address of this form for another kind of rule.
    public String as(String kind) {
        var parameters = new LinkedHashMap<>(Map.of("kind", kind));
        if (form.isChange()) {
            parameters.put(RuleForm.RULE, form.at(RuleForm.RULE));
            parameters.put(FormVersion.FIELD, form.version().mark());
        }
        return Links.of(PolicyPages.RULE_PAGE, parameters);
    }

    public Maker[] makers() {
        return Maker.values();
    }
}
