package dev.sluice.app;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/// Accessibility violations that axe finds in a page open in a browser. Axe's own builder is not used, because it
/// reports no violations if axe fails. The size of targets (WCAG 2.2, 2.5.8) is checked only if enabled explicitly.
public final class Axe {
    /// The rules of WCAG 2.2, A and AA, without best practices.
    public static final List<String> WCAG = List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa");

    private static final String SOURCE = source();

    private static final String RULES = """
            async (rules) => {
              const options = rules.length ? { runOnly: rules } : {};
              const more = { "target-size": { enabled: true } };
              const found = await axe.run(document, { resultTypes: ["violations"], rules: more, ...options });
              return found.violations.flatMap((rule) =>
                rule.nodes.map((node) => rule.id + " " + node.target.join(" ") + " " + node.html.slice(0, 240)));
            }""";

    private Axe() {}

    /// @param rules ids of rules, or tags; empty for all rules
    public static List<?> violations(Page page, List<String> rules) {
        for (var frame : page.frames()) {
            frame.waitForLoadState();
            if (frame.evaluate("typeof axe").equals("undefined")) {
                frame.evaluate(SOURCE);
            }
        }
        return (List<?>) page.evaluate(RULES, rules);
    }

    private static String source() {
        try (var in = AxeBuilder.class.getResourceAsStream("/axe.min.js")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
