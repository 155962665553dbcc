package dev.sluice.dashboard.settings;

import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.http.Answer;
import dev.sluice.page.Texts;

/// Page in place of payment methods and of the preview while no rail accepts any currency. A payment page accepts no
/// tokens.
public record Unpayable(Frame frame, Texts texts) {
    /// @param title key of the page's title
    static Answer page(Visit visit, String title) {
        var texts = visit.texts(SettingsPages.BUNDLE);
        return visit.page(
                "dashboard/settings/unpayable.jte",
                Section.SETTINGS,
                texts.get(title),
                frame -> new Unpayable(frame, texts));
    }
}
