package dev.sluice.page;

import dev.sluice.text.OutsideText;
import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Template output that isolates inserted values for bidirectional text. A value with right-to-left letters, such as a
/// recipient's name, is put into a `bdi` element (HTML, 4.5.24), so that the text around it keeps its order. Direction
/// overrides, which a bank may have sent, are removed. Attribute values are written unchanged.
final class IsolatingOutput extends OwaspHtmlTemplateOutput {
    /// Elements that only allow text: values are isolated by characters (FSI and PDI).
    private static final Set<String> OF_TEXT = Set.of("title", "option");

    /// Elements whose values are written without isolation.
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
