package dev.sluice.dashboard.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.ledger.Funding;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.Role;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests of balances, the statement and its export.
@Tag("slow")
class BalanceTest extends DashboardTest {
    @Test
    void balances_stand_by_currency_and_by_network() {
        var page = person(Role.VIEWER).get("/dashboard/balances");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("Indonesian Rupiah", "Tokens on Polygon", "USDC on Polygon", ">usdc-polygon<");
    }

    @Test
    void a_statement_is_of_one_currency_and_some_days() {
        merchant.await(merchant.paid("1234567890", "10000"), "completed");
        var person = person(Role.VIEWER);
        var rupiah = person.get("/dashboard/balances/statement?currency=IDR").body();
        assertThat(rupiah).contains(">Payout", ">Completed</span>").doesNotContain("USD</td>", "Held");
        assertThat(person.get("/dashboard/balances/statement?currency=IDR&endDate=2020-01-01")
                        .body())
                .contains("No results for these filters");
    }

    @Test
    void a_line_says_what_its_payment_is_called_and_leads_to_it() {
        var payout = merchant.paidItem("""
                {"recipient":%s,"amount":10000,"reference":"INV-77"}""".formatted(Merchant.payee("1234567890")));
        merchant.await(payout, "completed");
        var deposit = merchant.createDeposit("014_VA", "150000");
        merchant.payIn(deposit, null).expect(200);
        merchant.awaitDeposit(deposit, "completed");
        var page = person(Role.VIEWER)
                .get("/dashboard/balances/statement?currency=IDR")
                .body();
        assertThat(page)
                .contains("href=\"/dashboard/payouts/" + payout + "\">INV-77", "Siti Rahayu")
                .contains("/dashboard/deposits/" + deposit);
        assertThat(csv(person(Role.VIEWER), "?currency=IDR"))
                .filteredOn(line -> line.get("paymentId").equals(payout))
                .isNotEmpty()
                .allMatch(line -> line.get("reference").equals("INV-77")
                        && line.get("payee").equals("Siti Rahayu"));
    }

    @Test
    void a_line_says_what_became_of_its_payout() {
        var held = merchant.paid("9999000032", "10000");
        var paid = merchant.paid("1234567890", "10000");
        merchant.await(paid, "completed");
        merchant.force(held, "cancelled").expect(200);
        var deposit = merchant.createDeposit("014_VA", "150000");
        merchant.payIn(deposit, null).expect(200);
        merchant.awaitDeposit(deposit, "completed");
        var lines = csv(person(Role.VIEWER), "?currency=IDR");
        assertThat(lines)
                .extracting(line -> line.get("kind") + " " + line.get("payoutStatus"))
                .contains("hold completed", "hold cancelled", "release cancelled", "deposit ", "credit ")
                .doesNotContain("hold pending");
        var page = person(Role.VIEWER)
                .get("/dashboard/balances/statement?currency=IDR")
                .body();
        assertThat(page).contains(">Completed</span>", ">Cancelled</span>");
    }

    @Test
    void a_day_that_is_none_is_said_at_its_field() {
        for (var file : List.of("", ".csv", ".xlsx")) {
            var page = person(Role.VIEWER).get("/dashboard/balances/statement" + file + "?startDate=yesterday");
            assertThat(page.statusCode()).isEqualTo(400);
            assertThat(page.body()).contains("id=\"startDate-wrong\"");
        }
    }

    @Test
    void a_statement_is_taken_away_as_csv_and_parsed_back() {
        merchant.await(merchant.paid("1234567890", "10001"), "completed");
        var lines = csv(person(Role.VIEWER), "?currency=IDR");
        var api = merchant.client()
                .get("/v1/balance/transactions?currency=IDR&limit=100")
                .expect(200)
                .data()
                .path("docs");
        assertThat(lines).hasSize(api.size()).hasSizeGreaterThan(1);
        assertThat(lines.getFirst().get("id")).isEqualTo(api.get(0).path("id").stringValue());
        assertThat(new BigDecimal(lines.getFirst().get("balanceAfter")))
                .isEqualByComparingTo(merchant.available("IDR"));
        assertThat(lines).allMatch(line -> line.get("currency").equals("IDR"));
    }

    @Test
    void a_statement_is_taken_away_as_a_spreadsheet_and_read_back() throws IOException {
        merchant.await(merchant.paid("1234567890", "10001"), "completed");
        var person = person(Role.VIEWER);
        var answer = person.bytes("/dashboard/balances/statement.xlsx?currency=IDR");
        assertThat(answer.headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"statement.xlsx\"");
        try (var book = new ReadableWorkbook(new ByteArrayInputStream(answer.body()))) {
            var rows = book.getFirstSheet().read();
            var lines = csv(person, "?currency=IDR");
            assertThat(rows).hasSize(lines.size() + 1);
            for (int row = 0; row < lines.size(); row++) {
                var line = lines.get(row);
                assertThat(rows.get(row + 1).getCellAsString(3)).hasValue(line.get("kind"));
                assertThat(rows.get(row + 1).getCellAsNumber(5).orElseThrow())
                        .isEqualByComparingTo(new BigDecimal(line.get("amount")));
                assertThat(rows.get(row + 1).getCellAsNumber(6).orElseThrow())
                        .isEqualByComparingTo(new BigDecimal(line.get("balanceAfter")));
            }
        }
    }

    /// More lines than the former limit of an export, and more lines of one instant than a page.
    @Test
    void a_statement_is_whole_however_long_it_is() throws IOException {
        var funding = new Funding(new Ledger(service.clocks()), service.clocks());
        var euro = Money.exactly(BigDecimal.ONE, Asset.fiat("EUR", 2));
        for (int i = 0; i < 11; i++) {
            service.connections()
                    .run(tx -> funding.deposit(tx, merchant.organizationId(), Collections.nCopies(1_000, euro)));
        }
        long total = merchant.client()
                .get("/v1/balance/transactions?currency=EUR")
                .expect(200)
                .data()
                .path("totalDocs")
                .asLong();
        var person = person(Role.VIEWER);
        assertThat(total).isGreaterThanOrEqualTo(11_000);
        assertThat(csv(person, "?currency=EUR"))
                .hasSize((int) total)
                .extracting(line -> line.get("id"))
                .doesNotHaveDuplicates();
        var answer = person.bytes("/dashboard/balances/statement.xlsx?currency=EUR");
        assertThat(answer.headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"statement.xlsx\"");
        try (var book = new ReadableWorkbook(new ByteArrayInputStream(answer.body()));
                var rows = book.getFirstSheet().openStream()) {
            assertThat(rows.count()).isEqualTo(total + 1);
        }
    }

    @Test
    void nobody_sees_what_another_merchant_moved() {
        try (var other = Merchant.at(service)) {
            var theirs = other.paid("1234567890", "10000");
            other.await(theirs, "completed");
            var own = merchant.paid("1234567890", "10000");
            assertThat(person(Role.OWNER)
                            .get("/dashboard/balances/statement.csv")
                            .body())
                    .contains(own)
                    .doesNotContain(theirs);
        }
    }

    private static List<CSVRecord> csv(Person person, String query) {
        var answer = person.bytes("/dashboard/balances/statement.csv" + query);
        assertThat(answer.statusCode()).isEqualTo(200);
        try (var parser = CSVFormat.RFC4180
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get()
                .parse(new StringReader(new String(answer.body(), StandardCharsets.UTF_8)))) {
            return parser.getRecords();
        } catch (IOException impossible) {
            throw new java.io.UncheckedIOException(impossible);
        }
    }
}
