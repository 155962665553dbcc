package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.merchant.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tests of empty lists: they explain their purpose, and offer to create the first item to users with the permission.
class EmptyListTest extends DashboardTest {
    @Test
    void an_empty_list_leads_to_its_first_one_who_may_make_it() {
        var maker = person(Role.MAKER);
        var viewer = person(Role.VIEWER);
        for (var list : List.of(
                "/dashboard/payouts",
                "/dashboard/deposits",
                "/dashboard/recipients",
                "/dashboard/checkouts",
                "/dashboard/conversions")) {
            assertThat(rest(maker, list)).as(list).contains("empty-action", "href=\"" + list + "/new\"");
            assertThat(rest(viewer, list)).as(list).doesNotContain("empty-action", list + "/new");
        }
        assertThat(rest(maker, "/dashboard/deposits?type=crypto")).contains("/dashboard/deposits/new?type=crypto\"");
    }

    @Test
    void where_nothing_was_found_there_may_be_others() {
        var maker = person(Role.MAKER);
        assertThat(rest(maker, "/dashboard/recipients?search=Nobody")).doesNotContain("empty-action");
        assertThat(rest(maker, "/dashboard/payouts?reference=none")).doesNotContain("empty-action");
    }

    @Test
    void filters_that_leave_nothing_are_cleared_where_that_is_said() {
        var owner = person(Role.OWNER);
        var lists = Map.of(
                "/dashboard/balances/statement", "?endDate=2020-01-01",
                "/dashboard/developers/events", "?type=disbursement.completed",
                "/dashboard/developers/requests", "?requestId=nobodys",
                "/dashboard/audit", "?subject=nobodys");
        lists.forEach((list, filter) -> assertThat(rest(owner, list + filter))
                .as(list)
                .contains("No results for these filters", "empty-action\"><a class=\"btn\" href=\"" + list + "\""));
        assertThat(rest(owner, "/dashboard/developers/events"))
                .contains("No events yet", "to see the first")
                .doesNotContain("empty-action");
    }

    /// The home page explains how to create the first payments, with links for users with the permission.
    @Test
    void the_first_page_leads_to_the_first_payments() {
        assertThat(person(Role.MAKER).get("/dashboard").body())
                .contains("href=\"/dashboard/deposits/new\"", "href=\"/dashboard/payouts/new\"");
        assertThat(person(Role.VIEWER).get("/dashboard").body())
                .contains("No deposits yet")
                .doesNotContain("href=\"/dashboard/deposits/new\"", "href=\"/dashboard/payouts/new\"");
        assertThat(rest(person(Role.OWNER), "/dashboard/policy")).contains("empty-action", "/dashboard/policy/new");
        assertThat(rest(person(Role.CHECKER), "/dashboard/approvals")).contains("href=\"/dashboard/policy\"");
    }

    @Test
    void an_empty_list_of_wallets_says_what_a_rule_makes_of_it() {
        assertThat(person(Role.OWNER).get("/dashboard/policy").body())
                .contains("No wallets on the list", "the rule applies to every payout to a wallet");
    }

    /// Returns the page from its message about an empty list on.
    private static String rest(Person person, String path) {
        var body = person.get(path).body();
        int from = body.indexOf("class=\"empty\"");
        assertThat(from).as(path).isPositive();
        return body.substring(from);
    }
}
