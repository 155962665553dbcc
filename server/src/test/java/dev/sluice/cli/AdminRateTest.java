package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.AuditFilter;
import dev.sluice.audit.Audits;
import dev.sluice.audit.Entry;
import dev.sluice.auth.AuthFixture;
import dev.sluice.http.Page;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Role;
import dev.sluice.rate.Loopback;
import dev.sluice.rate.RateSettings;
import dev.sluice.rate.RateSettings.Source;
import dev.sluice.rate.Rates;
import dev.sluice.reference.ReferenceLoader;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The commands `admin rate`, with the rate table and with a rate source simulated by a loopback server.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AdminRateTest {
    private final AuthFixture fixture = new AuthFixture();
    private final Loopback source = new Loopback();
    private final Terminal terminal = new Terminal(fixture, Path.of("."));

    @BeforeAll
    void load() {
        new ReferenceLoader(fixture.database.database(), fixture.clocks).load();
    }

    /// The command may be of another version than the nodes.
    @Test
    void a_command_loads_no_reference_data() {
        fixture.database.database().run(tx -> tx.handle().execute("UPDATE reference_load SET checksum = 'of a node'"));
        assertThat(terminal.run("admin", "rate", "list").code()).isZero();
        assertThat(terminal.run("admin", "rate", "set", "usdt", "php", "57.25").code())
                .isZero();
        String checksum = fixture.database
                .database()
                .read(handle -> handle.createQuery("SELECT checksum FROM reference_load")
                        .mapTo(String.class)
                        .one());
        assertThat(checksum).isEqualTo("of a node");
    }

    @AfterAll
    void close() {
        source.close();
        fixture.close();
    }

    private RateSettings settings(Source... sources) {
        return new RateSettings(
                List.of(sources),
                Optional.empty(),
                BigDecimal.valueOf(5),
                Duration.ofMinutes(2),
                Optional.empty(),
                Map.of(Source.COINBASE, source.address()));
    }

    @Test
    void what_is_no_amount_is_told_in_words() {
        for (var arguments : List.of(
                List.of("admin", "balance", "deposit", "Other Org", "IDR", "5000000"),
                List.of("admin", "rate", "set", "USDC", "16650", "IDR"),
                List.of("admin", "rate", "set", "USDC", "IDR", "1e999999999"))) {
            var printed = terminal.run(arguments.toArray(String[]::new));
            assertThat(printed.code()).isEqualTo(2);
            assertThat(printed.err())
                    .containsPattern("'(IDR|1e999999999)' is not a decimal number such as 1250\\.50")
                    .doesNotContain("BigDecimal", "java.");
        }
    }

    @Test
    void a_price_is_set_and_listed_and_every_node_takes_it_over() {
        var node = new References(fixture.database.database(), Served.everything());
        assertThat(terminal.run("admin", "rate", "set", "usdt", "php", "57.25").code())
                .isZero();
        assertThat(terminal.run("admin", "rate", "list", "usdt").out())
                .containsPattern("PAIR +PRICE +SOURCES +AGE")
                .containsPattern("USDT/PHP +57.25 +table +-")
                .doesNotContain("USDC/");
        assertThat(node.refresh()).isTrue();
        try (var rates = Rates.wire(node, fixture.clocks)) {
            var usdt = node.asset("usdt-polygon").orElseThrow();
            assertThat(rates.require(usdt, node.asset("PHP").orElseThrow())).isEqualByComparingTo("57.25");
        }
    }

    @Test
    void a_price_that_is_set_stands_in_the_log_of_operators_with_the_one_before() {
        var operators = fixture.organization("Operators");
        fixture.users.create(operators.id(), "ops@example.com", "Ops", Role.OPERATOR);
        fixture.users.create(operators.id(), "night@example.com", "Night", Role.OPERATOR);
        var merchants = fixture.organization("Merchants");
        assertThat(terminal.run("admin", "rate", "set", "usdc", "thb", "36.5").code())
                .isZero();
        assertThat(terminal.run("admin", "rate", "set", "USDC", "THB", "36.25").code())
                .isZero();
        assertThat(terminal.run("admin", "rate", "set", "USDC", "THB", "0").code())
                .isEqualTo(1);
        assertThat(log(merchants)).isEmpty();
        assertThat(log(operators)).hasSize(2).allSatisfy(entry -> {
            assertThat(entry.action().action()).isEqualTo("admin/rate/set");
            assertThat(entry.action().actor().name()).isEqualTo("command line");
            assertThat(entry.fields())
                    .containsEntry("base", "USDC")
                    .containsEntry("quote", "THB")
                    .containsEntry("systemUser", System.getProperty("user.name"));
            assertThat(entry.isDone()).isTrue();
        });
        assertThat(log(operators).getFirst().fields())
                .containsEntry("price", "36.25")
                .containsEntry("before.price", "36.5");
    }

    /// Returns an organization's audit entries, newest first.
    private List<Entry> log(Organization organization) {
        return Audits.wire(fixture.database.database(), fixture.vault, fixture.clocks)
                .page(organization.id(), AuditFilter.all(), new Page.Request(50, 1, Page.Sort.CREATED_DESCENDING))
                .docs();
    }

    @Test
    void a_currency_is_priced_in_another() {
        assertThat(terminal.run("admin", "rate", "set", "USD", "KES", "130").code())
                .isZero();
        assertThat(terminal.run("admin", "rate", "list", "USD").out())
                .containsPattern("USD/KES +130 +table")
                .doesNotContain("USD/USD");
    }

    @ParameterizedTest
    @CsvSource({
        "DOGE,IDR,1,no token or currency DOGE",
        "USDC,XXX,1,no currency XXX",
        "USDC,USDT,1,no currency USDT",
        "USD,USD,1,base and quote are the same currency",
        "EUR,USD,1.16,'the price table has USD/EUR: set that pair, and EUR/USD follows from it'",
        "USDC,IDR,0,the price must be positive",
        "USDC,IDR,1.12345678901,the price has more than 18 digits or 10 decimals",
        "USDC,IDR,1234567890123456789,the price has more than 18 digits or 10 decimals"
    })
    void what_is_no_price_is_refused(String base, String quote, String price, String reason) {
        var refused = terminal.run("admin", "rate", "set", base, quote, price);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err().strip()).isEqualTo("error: " + reason);
    }

    /// A user may swap the two, for example: an inverse or a cross rate has a price that is in no table.
    @Test
    void the_first_price_of_a_pair_is_near_to_what_is_in_effect_or_is_meant() {
        var operators = fixture.organization("Those of crosses");
        fixture.users.create(operators.id(), "crosses@example.com", "Ops", Role.OPERATOR);
        var mistaken = terminal.run("admin", "rate", "set", "VND", "MXN", "1428");
        assertThat(mistaken.code()).isEqualTo(1);
        assertThat(mistaken.err())
                .contains("the price table has no VND/MXN, and the current rate is 0.000700189")
                .contains("to set 1428 anyway, add --sure");
        assertThat(terminal.run("admin", "rate", "set", "MXN", "VND", "1429").code())
                .isZero();
        assertThat(log(operators).getFirst().fields())
                .containsEntry("price", "1429")
                .hasEntrySatisfying("before.price", before -> assertThat(before).startsWith("1428.18"));
        assertThat(terminal.run("admin", "rate", "set", "THB", "VND", "1", "--sure")
                        .code())
                .isZero();
    }

    @Test
    void a_pair_that_was_added_is_taken_off_again() {
        var operators = fixture.organization("Those of slips");
        fixture.users.create(operators.id(), "slips@example.com", "Ops", Role.OPERATOR);
        assertThat(terminal.run("admin", "rate", "set", "NGN", "KES", "1", "--sure")
                        .code())
                .isZero();
        assertThat(terminal.run("admin", "rate", "unset", "ngn", "kes").code()).isZero();
        var entry = log(operators).getFirst();
        assertThat(entry.action().action()).isEqualTo("admin/rate/unset");
        assertThat(entry.fields()).containsEntry("base", "NGN").containsEntry("before.price", "1");
        var again = terminal.run("admin", "rate", "unset", "NGN", "KES");
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("the price table has no NGN/KES");
        assertThat(terminal.run("admin", "rate", "unset", "USDC", "IDR").err()).contains("is in the reference data");
    }

    @Test
    void a_price_that_is_no_number_or_negative_is_refused() {
        assertThat(terminal.run("admin", "rate", "set", "USDC", "IDR", "many").code())
                .isNotZero();
        assertThat(terminal.run("admin", "rate", "set", "USDC", "IDR", "--", "-1")
                        .code())
                .isNotZero();
        assertThat(terminal.run("admin", "rate", "list", "DOGE").err()).contains("no token or currency DOGE");
    }

    @Test
    void the_list_asks_the_sources_and_says_who_answered_how_long_ago() {
        source.replay(Instant.now().minusSeconds(30));
        terminal.rates = settings(Source.COINBASE, Source.TABLE);
        try {
            assertThat(terminal.run("admin", "rate", "list").out())
                    .containsPattern("USDC/IDR +16702.5 +coinbase +\\d{2,} s")
                    .containsPattern("BNB/USD +\\S+ +table +-");
            source.answer(_ -> Loopback.status(503, ""));
            assertThat(terminal.run("admin", "rate", "list").out())
                    .containsPattern("USDC/IDR +none: no fresh source +- +-");
        } finally {
            terminal.rates = RateSettings.table();
        }
    }

    @Test
    void setting_a_price_that_has_no_effect_says_so() {
        terminal.rates = settings(Source.COINBASE);
        try {
            var set = terminal.run("admin", "rate", "set", "XLM", "EUR", "0.2");
            assertThat(set.code()).isZero();
            assertThat(set.err()).contains("SLUICE_RATE_SOURCES does not contain table");
        } finally {
            terminal.rates = RateSettings.table();
        }
    }
}
