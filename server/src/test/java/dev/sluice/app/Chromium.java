package dev.sluice.app;

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

/// The browser for tests of pages: one for all tests of a JVM. They run on one thread, as Playwright requires.
/// Contexts isolate them, each with its own cookies, cache and connections.
public final class Chromium {
    private static final List<Path> INSTALLED = List.of(
            Path.of("/usr/bin/chromium-headless-shell"),
            Path.of("/usr/bin/chromium"),
            Path.of("/usr/bin/chromium-browser"),
            Path.of("/usr/bin/google-chrome"));

    private static @Nullable Browser browser;

    private Chromium() {}

    /// Returns a context with reduced motion. With smooth scrolling, an element could move between pressing and
    /// releasing the mouse button.
    public static BrowserContext context(Browser.NewContextOptions options) {
        if (browser == null || !browser.isConnected()) {
            browser = launched();
        }
        return browser.newContext(options.setReducedMotion(ReducedMotion.REDUCE));
    }

    /// Closes all contexts: a page left open would keep calling a service that has stopped.
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
