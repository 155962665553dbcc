package dev.sluice.page;

import dev.sluice.text.OutsideText;
import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Output of templates that isolates the values they show. A value with letters that are written from right to left,
/// such as a payee's name, stands in a `bdi` element (HTML, 4.5.24), so that what stands beside it keeps its place.
/// Overrides of direction, which a bank may have sent, are not shown. Values of attributes are left alone.
final class IsolatingOutput extends OwaspHtmlTemplateOutput {
    /// Elements that hold text alone: isolated by characters (FSI and PDI).
    private static final Set<String> OF_TEXT = Set.of("title", "option");

    /// Elements whose text is nobody's to change.
    private static final Set<String> LEFT_ALONE = Set.of("textarea", "script", "style", "bdi");

    private @Nullable String tag;
    private @Nullable String attribute;

    IsolatingOutput(TemplateOutput output) {
        super(output);
    }

    @Override
    public void setContext(@Nullable String tagName, @Nullable String attributeName) {
        tag = tagName;
        attribute = attributeName;
        super.setContext(tagName, attributeName);
    }

    @Override
    public void writeUserContent(@Nullable String given) {
        if (given == null || attribute != null) {
            super.writeUserContent(given);
            return;
        }
        var value = OutsideText.withoutOverrides(given);
        if (!OutsideText.isRightToLeft(value) || (tag != null && LEFT_ALONE.contains(tag))) {
            super.writeUserContent(value);
        } else if (tag != null && OF_TEXT.contains(tag)) {
            super.writeUserContent(OutsideText.isolated(value));
        } else {
            writeContent("<bdi>");
            super.writeUserContent(value);
            writeContent("</bdi>");
        }
    }
}
