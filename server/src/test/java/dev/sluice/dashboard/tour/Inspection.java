package dev.sluice.dashboard.tour;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.sluice.app.Axe;
import java.util.ArrayList;
import java.util.List;

/// Checks a page in a browser window: accessibility (axe, with the rules of WCAG 2.2 AA and best practices), narrow
/// screens, and light and dark themes.
final class Inspection {
    static final int DESK_WIDTH = 1280;
    static final int DESK_HEIGHT = 900;
    static final int PHONE_WIDTH = 360;
    static final int PHONE_HEIGHT = 780;

    /// Sets the theme. The dashboard follows the system only until the user chooses a theme; payment pages always
    /// do.
    private static final String THEME = """
            (theme) => {
              if (document.documentElement.hasAttribute("data-bs-theme")) {
                document.documentElement.setAttribute("data-bs-theme", theme);
              }
            }""";

    /// Waits until the page has been laid out in the new size. Then finds elements that are only visible after
    /// scrolling sideways, and table cells without a label.
    private static final String NARROW = """
            async () => {
              await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
              const width = document.documentElement.clientWidth;
              const said = (each) => each.tagName + "." + each.className + " " + each.textContent.trim().slice(0, 40);
              const scrolls = (each) => each && (/auto|scroll/.test(getComputedStyle(each).overflowX)
                || each.tagName === "DIALOG" || scrolls(each.parentElement));
              const wide = [...document.querySelectorAll("main, main *")].filter((each) =>
                each.getBoundingClientRect().right > width + 1 && !scrolls(each.parentElement)
                && !each.closest(".visually-hidden, thead, svg"));
              const cut = [...document.querySelectorAll(".table-responsive:has(> table.stacked)")]
                .filter((each) => each.scrollWidth > each.clientWidth + 1);
              const nameless = [...document.querySelectorAll("table.stacked tbody td:not([data-label], [colspan])")];
              return [...wide.slice(0, 3).map((each) => "is cut off: " + said(each)),
                ...cut.map((each) => "scrolls to the side: " + said(each)),
                ...nameless.slice(0, 3).map((each) => "is a cell without a name: " + said(each)),
                ...document.documentElement.scrollWidth > window.innerWidth ? ["is wider than the screen"] : []];
            }""";

    private final Page page;
    private final List<String> faults = new ArrayList<>();

    Inspection(Page page) {
        this.page = page;
    }

    Page page() {
        return page;
    }

    List<String> faults() {
        return faults;
    }

    /// Checks the parts that do not depend on the width.
    void document() {
        if (page.title().isBlank()) {
            faults.add("it has no title");
        }
        int headings = page.locator("h1").count();
        if (headings != 1) {
            faults.add("it has " + headings + " headings of the first level");
        }
        if (String.valueOf(page.evaluate("document.documentElement.lang")).isBlank()) {
            faults.add("it does not say its language");
        }
    }

    /// Checks the dark theme for color contrast only, and in one width, because nothing else differs.
    void desk() {
        run("on a desk", List.of());
        theme(ColorScheme.DARK);
        run("on a desk at night", List.of("color-contrast"));
        theme(ColorScheme.LIGHT);
    }

    void phone() {
        narrow();
        run("on a phone", List.of());
    }

    /// Checks for invisible parts on a narrow screen.
    void narrow() {
        ((List<?>) page.evaluate(NARROW)).forEach(each -> faults.add("on a phone it " + each));
    }

    void theme(ColorScheme scheme) {
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
        page.evaluate(THEME, scheme == ColorScheme.DARK ? "dark" : "light");
    }

    private void run(String where, List<String> rules) {
        Axe.violations(page, rules).forEach(each -> faults.add(where + ": " + each));
    }
}
