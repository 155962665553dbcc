package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Times with seconds: operators compare them with the logs of banks.
class SecondsTest extends DashboardTest {
    private static final String OPERATOR = "/dashboard/operator";
    private static final String UNKNOWN_FOR_AN_HOUR = "9999000023";
    private static final Pattern TIME = Pattern.compile("<time datetime=\"[^\"]+\">([^<]+)</time>");
    private static final String TO_THE_SECOND = ", \\d{1,2}:\\d\\d:\\d\\d\u00a0[AP]M UTC";
    private static final String TO_THE_MINUTE = ", \\d{1,2}:\\d\\d\u00a0[AP]M UTC";

    private static List<String> times(Person person, String path) {
        var times = TIME.matcher(person.get(path).body())
                .results()
                .map(each -> each.group(1))
                .toList();
        assertThat(times).as(path).isNotEmpty();
        return times;
    }

    @Test
    void operators_read_seconds_and_merchants_minutes() {
        var operator = person(Role.OPERATOR);
        var own = merchant.organizationId().toString();
        var id = merchant.paid(UNKNOWN_FOR_AN_HOUR, "10000");
        merchant.awaitDetail(id, "unknown");
        for (var path : List.of(
                OPERATOR,
                OPERATOR + "/payouts/" + own + "/" + id,
                OPERATOR + "/ledger/payment?id=" + id,
                OPERATOR + "/ledger/account?asset=IDR&role=available&organization=" + own,
                OPERATOR + "/rails/sandbox")) {
            assertThat(times(operator, path)).as(path).allMatch(time -> time.matches(".*" + TO_THE_SECOND));
        }
        assertThat(times(person(Role.OWNER), "/dashboard/payouts/" + id))
                .allMatch(time -> time.matches(".*" + TO_THE_MINUTE));
    }
}
