package dev.sluice.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Route;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Violations in a page are found, also if they are in a frame.
class AxeTest {
    private static final String SHOP = "http://shop.example/";
    private static final String CUP = "<img src=\"data:image/gif;base64,R0lGODlhAQABAAAAACw=\" width=9 height=9>";

    private static List<?> found(String body, String framed) {
        return found(body, framed, Axe.WCAG);
    }

    private static List<?> found(String body, String framed, List<String> rules) {
        try (var context = Chromium.context(new Browser.NewContextOptions())) {
            serve(context, SHOP, "<h1>Shop</h1>" + body + "<iframe title=\"Cups\" src=\"/cups\"></iframe>");
            serve(context, SHOP + "cups", "<h1>Cups</h1>" + framed);
            var page = context.newPage();
            page.navigate(SHOP);
            return Axe.violations(page, rules);
        }
    }

    private static void serve(BrowserContext context, String address, String body) {
        var html = "<!doctype html><html lang=\"en\"><title>Shop</title><main>" + body + "</main></html>";
        context.route(
                address,
                route -> route.fulfill(
                        new Route.FulfillOptions().setContentType("text/html").setBody(html)));
    }

    @Test
    void a_picture_that_says_nothing_is_found() {
        assertThat(found(CUP, "")).singleElement().asString().startsWith("image-alt img ");
    }

    @Test
    void so_it_is_on_a_page_within_the_page() {
        assertThat(found("", CUP)).singleElement().asString().startsWith("image-alt iframe img ");
    }

    @Test
    void what_is_too_small_to_be_pointed_at_is_found_whichever_rules_are_asked_for() {
        var small = "<button style=\"border: 0; padding: 0; width: 12px; height: 12px\">%s</button>";
        var two = small.formatted("a") + small.formatted("b");
        for (var rules : List.of(Axe.WCAG, List.<String>of())) {
            assertThat(found(two, "", rules)).asString().contains("target-size button");
        }
    }

    @Test
    void nothing_is_found_where_nothing_is_wrong() {
        var said = CUP.replace("<img", "<img alt=\"A cup\"");
        assertThat(found(said, said)).isEmpty();
    }
}
