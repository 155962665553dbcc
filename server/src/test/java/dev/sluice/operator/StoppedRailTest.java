package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import dev.sluice.rail.RailStop;
import dev.sluice.rail.RailStops;
import java.net.URLDecoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Rails that several operators stop and start.
class StoppedRailTest extends DashboardTest {
    private static final String RAILS = "/dashboard/operator/rails";
    private static final String RAIL = RAILS + "/sandbox";
    private static final Pattern SEEN = Pattern.compile("name=\"version\" value=\"([^\"]+)\"");

    private Person operator;

    @BeforeEach
    void come() {
        operator = person(Role.OPERATOR);
    }

    @AfterEach
    void startAgain() {
        operator.post(RAIL + "/start", Map.of("reason", "Done"));
    }

    private HttpResponse<String> put(String what, String reason) {
        return operator.post(RAIL + "/" + what, Map.of("reason", reason));
    }

    private String seen() {
        var matcher = SEEN.matcher(operator.get(RAIL).body());
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    /// Returns the flash message of the next page.
    private static String told(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(303);
        return answer.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith("sluice_notice="))
                .map(cookie -> URLDecoder.decode(cookie, StandardCharsets.UTF_8))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void who_stops_one_that_is_stopped_learns_who_was_first_and_why() {
        assertThat(told(put("stop", "The bank asked us"))).contains("sandbox stopped. All nodes follow");
        assertThat(told(put("stop", "It pays twice")))
                .contains("=~")
                .contains("sandbox was already stopped by Rani operator, so nothing is changed.");
        assertThat(operator.get(RAIL).body()).contains("The bank asked us").doesNotContain("It pays twice");
        assertThat(told(put("start", "They are back"))).contains("sandbox started.");
        assertThat(told(put("start", "They are back, are they not"))).contains("=~", "started by Rani operator");
    }

    @Test
    void a_start_lifts_the_stop_that_its_page_showed_and_no_later_one() {
        put("stop", "The bank asked us");
        var first = Map.of("reason", "They are back", "version", seen());
        put("start", "They are back");
        put("stop", "It pays twice");
        assertThat(told(operator.post(RAIL + "/start", first))).contains("=~", "Rani operator stopped sandbox again");
        assertThat(operator.get(RAIL).body()).contains("It pays twice", RAIL + "/start\"");
        var second = Map.of("reason", "It pays once", "version", seen());
        assertThat(told(operator.post(RAIL + "/start", second))).contains("sandbox started.");
        assertThat(operator.get(RAIL).body()).contains(RAIL + "/stop\"");
    }

    @Test
    void a_method_that_no_rail_takes_is_said_to_be_offered_to_nobody() {
        var method = "/dashboard/operator/prices/methods/deposit/IDR/QRIS";
        assertThat(operator.get(method).body()).contains("Enabled for all organizations.");
        put("stop", "The bank asked us");
        assertThat(operator.get(method).body())
                .contains("Enabled, but no rail supports it at the moment", "Disable")
                .doesNotContain("Enabled for all organizations.");
        put("start", "They are back");
        assertThat(operator.get(method).body()).contains("Enabled for all organizations.");
    }

    @Test
    void the_stop_of_one_that_is_no_longer_configured_can_be_lifted() {
        var stops = new RailStops(service.connections());
        var now = service.clocks().realInstant();
        assertThat(stops.put(new RailStop("former", true, "It closes", "Olga", now)))
                .isTrue();
        assertThat(operator.get(RAILS).body()).contains(RAILS + "/former\"", "Not configured here.");
        assertThat(operator.get(RAILS + "/former").body())
                .contains("It closes", "Stopped by Olga", "status-red", "Not configured here.");
        assertThat(told(operator.post(RAILS + "/former/start", Map.of("reason", "It is closed"))))
                .contains("former started.");
        assertThat(stops.stopped()).isEmpty();
        assertThat(operator.get(RAILS).body()).doesNotContain(RAILS + "/former\"");
        assertThat(operator.get(RAILS + "/former").body())
                .contains("Not configured here.")
                .doesNotContain("status-green");
        assertThat(operator.get(RAILS + "/another").statusCode()).isEqualTo(404);
    }
}
