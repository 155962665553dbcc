package dev.sluice.dashboard.developer;

import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.page.Texts;
import java.util.List;

/// Page with a secret that is shown only once.
///
/// @param explanation text about the use of the secret
/// @param back path of the next page
public record ShownOnce(Frame frame, Texts texts, Tab here, String explanation, List<Line> lines, String back) {
    public ShownOnce {
        lines = List.copyOf(lines);
    }

    /// Value to copy.
    public record Line(String id, String label, String value) {}

    static Answer page(
            PageContext context, Tab here, String titleKey, String explanation, List<Line> lines, String back) {
        var texts = DeveloperPages.texts(context);
        return context.page(
                "dashboard/developer/shownonce.jte",
                Section.DEVELOPERS,
                texts.get(titleKey),
                frame -> new ShownOnce(frame, texts, here, explanation, lines, back));
    }
}
