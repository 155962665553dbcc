package dev.sluice.dashboard.settings;

import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.page.Texts;

/// Page in place of payment methods and of the preview while no rail accepts any currency. A payment page accepts no
/// tokens.
public record Unpayable(Frame frame, Texts texts) {
    /// @param title key of the page's title
    static Answer page(PageContext context, String title) {
        var texts = context.texts(SettingsPages.BUNDLE);
        return context.page(
                "dashboard/settings/norail.jte",
                Section.SETTINGS,
                texts.get(title),
                frame -> new Unpayable(frame, texts));
    }
}
