package dev.sluice.dashboard;

import com.microsoft.playwright.Page;
import dev.sluice.app.Widths;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Tests of the API reference at `/docs`, rendered by Swagger UI.
@Tag("slow")
class DocsPageTest extends DashboardTest {
    private static final String READ = "#operations-Fiat_disbursements-listFiatDisbursements";
    private static final String WRITE = "#operations-Deposits-createFiatDeposit";

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void it_is_for_everybody_and_fits_a_phone(int width) {
        var page = page(context(width));
        page.navigate("/docs");
        page.waitForSelector(READ);
        assertWellMade(page);
        open(page, READ);
        open(page, WRITE);
        assertWellMade(page);
    }

    private static void open(Page page, String operation) {
        page.click(operation + " .opblock-summary-control");
        page.waitForSelector(operation + " .response");
    }
}
