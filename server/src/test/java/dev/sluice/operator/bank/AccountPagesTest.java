package dev.sluice.operator.bank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.TestService;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.SwiftUsers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// The list of bank accounts, and the overview of one.
class AccountPagesTest extends BankPagesCase {
    private static final String BANKS = "/dashboard/operator/banks";

    @Test
    void the_balances_and_the_calendar_show_the_last_statement() {
        var before = first.get(ACCOUNT).body();
        assertThat(before).contains("No statement yet", "Not due yet");
        var file = receive("S1.xml", statement("S1", "100.00", "112.34", entry("12.34", "R1", "Eve", "thanks")));
        assertThat(first.get(BANKS).body())
                .contains(ACCOUNT, "DE89370400440532013000", "112.34\u00a0EUR", "Open entries: 1</a>");
        assertThat(first.get(ACCOUNT).body())
                .contains("112.34\u00a0EUR", ACCOUNT + "/inbox/" + file, "/dashboard/operator/rails/bank-eur-main")
                .contains("<time datetime=\"" + today() + "\"", "Statement, ", "Before the first statement");
    }

    @Test
    void the_menu_has_the_accounts_only_if_there_are_some() {
        assertThat(first.get("/dashboard/operator").body()).contains("href=\"" + BANKS + "\"");
        try (var other = TestService.start()) {
            var user = SwiftUsers.of(other)
                    .create(other.demo().organizationId(), "ops@example.com", "Rani", Role.OPERATOR)
                    .user();
            var operator = Person.signedIn(other, Organizations.wire(other.connections(), other.clocks()), user, true);
            assertThat(operator.get("/dashboard/operator").body())
                    .contains("/dashboard/operator/rails")
                    .doesNotContain(BANKS);
            assertThat(operator.get(BANKS).statusCode()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void its_pages_are_well_made(int width) {
        try (var page = window(first, width)) {
            page.navigate(BANKS);
            assertWellMade(page);
            page.navigate(ACCOUNT);
            assertWellMade(page);
        }
    }
}
