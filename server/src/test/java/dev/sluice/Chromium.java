package dev.sluice;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ReducedMotion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The browser in which pages are tried: one for all tests of a JVM, which run on one thread, as Playwright wants it.
/// Contexts keep them apart, each with cookies, a cache and connections of its own.
public final class Chromium {
    private static final List<Path> INSTALLED = List.of(
            Path.of("/usr/bin/chromium-headless-shell"),
            Path.of("/usr/bin/chromium"),
            Path.of("/usr/bin/chromium-browser"),
            Path.of("/usr/bin/google-chrome"));

    private static @Nullable Browser browser;

    private Chromium() {}

    /// Nothing moves in it by itself: where a page scrolls smoothly, as it does for who has not said otherwise, what is
    /// clicked may be elsewhere before the mouse is up again.
    public static BrowserContext context(Browser.NewContextOptions options) {
        if (browser == null || !browser.isConnected()) {
            browser = launched();
        }
        return browser.newContext(options.setReducedMotion(ReducedMotion.REDUCE));
    }

    /// Closes what is open: a page that is left would go on asking a service that is no more.
    public static void clear() {
        if (browser != null) {
            List.copyOf(browser.contexts()).forEach(BrowserContext::close);
        }
    }

    private static Browser launched() {
        var playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
        return playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(INSTALLED.stream()
                                .filter(Files::isExecutable)
                                .findFirst()
                                .orElseThrow())
                        .setArgs(List.of("--no-sandbox")));
    }
}
