package dev.sluice.dashboard.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.sluice.app.Merchant;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Journey in a browser: stores a recipient with a name check, converts at a quote, exports the statement, and finds
/// a payout by its reference.
@Tag("slow")
class MoneyJourneyTest extends DashboardTest {
    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void somebody_stores_a_payee_converts_takes_the_statement_and_finds_a_payout(int width) throws IOException {
        var payout = merchant.paidItem(Merchant.item("1234567890", "10000", "\"reference\":\"INV-2026-7\""));
        merchant.await(payout, "completed");
        try (var page = window(person(Role.OWNER), width)) {
            page.navigate("/dashboard");
            page.locator(".graph svg").first().waitFor();
            assertWellMade(page);
            stores(page);
            converts(page);
            takesTheStatement(page);
            finds(page, payout);
        }
    }

    private void stores(Page page) {
        page.navigate("/dashboard/recipients/new");
        page.selectOption("[id='bank.currency']", "USD");
        page.locator("[id='bank.achNumber']").waitFor();
        assertWellMade(page);
        page.selectOption("[id='bank.currency']", "IDR");
        page.locator("[id='bank.achNumber']")
                .waitFor(new com.microsoft.playwright.Locator.WaitForOptions()
                        .setState(com.microsoft.playwright.options.WaitForSelectorState.DETACHED));
        page.fill("#name", "Budi Santoso");
        page.fill("#email", "budi@example.com");
        page.fill("#address", "Jalan Braga 99");
        page.fill("#city", "Bandung");
        page.fill("#postCode", "40111");
        page.fill("[id='bank.accountName']", "Budi Santoso");
        page.fill("[id='bank.bankName']", "Bank Central Asia");
        page.fill("[id='bank.accountNumber']", "1234567891");
        page.click("button[value=verify]");
        page.locator("#verification .status").waitFor();
        assertThat(page.locator("#verification").textContent()).contains("Name matches");
        assertWellMade(page);
        page.click("button[value=save]");
        page.locator(".alert-success").waitFor();
        assertThat(page.locator("h1").textContent()).isEqualTo("Budi Santoso");
        assertWellMade(page);
        page.navigate("/dashboard/recipients?search=santoso");
        assertThat(page.locator("tbody a").count()).isEqualTo(1);
        assertWellMade(page);
    }

    private void converts(Page page) {
        page.navigate("/dashboard/conversions/new");
        page.selectOption("#token", "usdc-polygon");
        page.selectOption("#currency", "IDR");
        page.fill("#amount", "250");
        page.locator("#quote button").waitFor();
        // At a rate of 16,650, less 0.25 % and 5,000 IDR.
        var figures = List.of(
                "250.00\u00a0USDC on Polygon",
                "16,650",
                "4,162,500\u00a0IDR",
                "15,406.25\u00a0IDR",
                "4,147,093.75\u00a0IDR");
        assertThat(page.locator("#quote dd").allTextContents()).isEqualTo(figures);
        assertWellMade(page);
        var before = merchant.available("IDR");
        page.click("#quote button");
        page.locator(".alert-success").waitFor();
        assertThat(page.locator("main dd").allTextContents()).startsWith(figures.toArray(String[]::new));
        assertThat(merchant.available("IDR").subtract(before)).isEqualByComparingTo("4147093.75");
        assertWellMade(page);
        page.navigate("/dashboard/conversions");
        assertWellMade(page);
    }

    private void takesTheStatement(Page page) throws IOException {
        page.navigate("/dashboard/balances");
        assertWellMade(page);
        page.navigate("/dashboard/balances/statement?currency=IDR");
        assertWellMade(page);
        var file = page.waitForDownload(() -> page.click("a[href*='statement.csv']"));
        assertThat(file.suggestedFilename()).isEqualTo("statement.csv");
        try (var in = Files.newBufferedReader(file.path());
                var parser = CSVFormat.RFC4180
                        .builder()
                        .setHeader()
                        .setSkipHeaderRecord(true)
                        .get()
                        .parse(in)) {
            assertThat(parser.getRecords()).extracting(line -> line.get("kind")).contains("conversion", "hold");
        }
    }

    private void finds(Page page, String payout) {
        page.navigate("/dashboard/balances");
        page.keyboard().press("Control+k");
        page.locator("#palette-hits [role=option]").first().waitFor();
        assertWellMade(page);
        page.fill("#palette-input", "INV-2026-7");
        page.locator("#palette-hits [data-href='/dashboard/payouts/" + payout + "']")
                .waitFor();
        assertThat(page.getAttribute("#palette-input", "aria-activedescendant")).isEqualTo("hit-0");
        page.keyboard().press("Enter");
        page.waitForURL("**/dashboard/payouts/" + payout);
    }
}
