package dev.sluice.dashboard.recipient;

import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Sending;
import dev.sluice.dashboard.Visit;
import dev.sluice.http.Answer;
import dev.sluice.page.Texts;
import org.jspecify.annotations.Nullable;

/// Page in place of a recipient form while no rail pays out any currency.
///
/// @param sending files that were sent before; null on the page of one recipient
public record Unserved(Frame frame, Texts texts, @Nullable Sending sending) {
    static Answer page(Visit visit, int status, @Nullable Sending sending) {
        var texts = visit.texts(RecipientPages.BUNDLE);
        return visit.page(
                status,
                "dashboard/recipient/unserved.jte",
                Section.RECIPIENTS,
                texts.get("newTitle"),
                frame -> new Unserved(frame, texts, sending));
    }
}
