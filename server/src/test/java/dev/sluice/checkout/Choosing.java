package dev.sluice.checkout;

import com.microsoft.playwright.Page;

/// Simulates a customer's choice of a method: opens its group if necessary, clicks it, and waits for the next page.
public final class Choosing {
    private Choosing() {}

    public static void choose(Page page, String method) {
        var button = "button[value='" + method + "']";
        page.locator(button)
                .waitFor(new com.microsoft.playwright.Locator.WaitForOptions()
                        .setState(com.microsoft.playwright.options.WaitForSelectorState.ATTACHED));
        var closed = page.locator("details.group:not([open]):has(" + button + ") > summary");
        if (closed.count() > 0) {
            closed.click();
        }
        page.locator(button).click();
        page.waitForLoadState();
    }
}
