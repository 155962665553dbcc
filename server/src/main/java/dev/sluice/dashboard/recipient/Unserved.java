package dev.sluice.dashboard.recipient;

import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.ImportStartPage;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.page.Texts;
import org.jspecify.annotations.Nullable;

/// Page in place of a recipient form while no rail pays out any currency.
///
/// @param startPage files that were sent before; null on the page of one recipient
public record Unserved(Frame frame, Texts texts, @Nullable ImportStartPage startPage) {
    static Answer page(PageContext context, int status, @Nullable ImportStartPage start) {
        var texts = context.texts(RecipientPages.BUNDLE);
        return context.page(
                status,
                "dashboard/recipient/norail.jte",
                Section.RECIPIENTS,
                texts.get("newTitle"),
                frame -> new Unserved(frame, texts, start));
    }
}
