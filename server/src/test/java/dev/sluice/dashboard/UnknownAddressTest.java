package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.FilePayload;
import dev.sluice.http.Wire;
import dev.sluice.merchant.Role;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of unknown addresses.
class UnknownAddressTest extends DashboardTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/dashboard/nonsense",
                "/dashboard/operator/nope",
                "/dashboard/payouts/1/2/3/4",
                "/dashboard/approvals/reject"
            })
    void people_are_told_on_a_page(String path) {
        var answer = person(Role.OWNER).get(path);
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("<html", "This page does not exist");
    }

    @Test
    void who_has_not_signed_in_is_asked_to() throws Exception {
        var answer = asked("GET", "/dashboard/nonsense");
        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.headers().firstValue("Location")).hasValue("/dashboard/sign-in?to=%2Fdashboard%2Fnonsense");
    }

    @Test
    void programs_are_told_as_ever() throws Exception {
        assertThat(asked("POST", "/dashboard/nonsense").body()).contains("\"statusCode\":404");
        assertThat(asked("GET", "/v1/nonsense").body()).contains("\"statusCode\":404");
    }

    /// Browsers without scripts send the file; with scripts, the form refuses it first.
    @Test
    void a_file_that_is_too_large_is_refused_on_a_page() throws Exception {
        var maker = person(Role.MAKER);
        var sent = maker.upload("/dashboard/payouts/bulk", Map.of(), "rows.csv", new byte[1 << 20]);
        assertThat(sent.statusCode()).isEqualTo(413);
        assertThat(sent.body()).contains("<html", "larger than 1 MB", "href=\"/dashboard/payouts/bulk\"");
        assertThat(maker.postAsIs("/v2/disbursement/fiat", "application/json", new byte[2 << 20])
                        .body())
                .contains("\"BODY_TOO_LARGE\"");
    }

    /// The client sends no body: the service must respond without waiting for it.
    @ParameterizedTest
    @CsvSource({
        "/dashboard/payouts/bulk,multipart/form-data; boundary=b,1048577",
        "/dashboard/payouts/bulk,multipart/form-data; boundary=b,1073741824",
        "/dashboard/settings/logo,multipart/form-data; boundary=b,5000000",
        "/dashboard/sign-in,application/x-www-form-urlencoded,2000000"
    })
    void a_page_says_that_a_file_or_a_form_is_too_large_before_it_is_read(String path, String type, long length) {
        try (var wire = new Wire(service.baseUrl().getPort())) {
            var answer = wire.send("POST " + path + " HTTP/1.1\r\nHost: x\r\nCookie: sluice_session="
                            + person(Role.OWNER).token() + "\r\nContent-Type: " + type + "\r\nContent-Length: "
                            + length + "\r\n\r\n")
                    .receive();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.text()).contains("<html", "larger than 1 MB");
            assertThat(answer.headers()).containsEntry("connection", "close");
            assertThat(wire.closeOutput().ended()).isTrue();
        }
    }

    @Test
    void a_form_of_somebody_who_is_not_signed_in_is_refused_before_it_is_read() {
        try (var wire = new Wire(service.baseUrl().getPort())) {
            var answer = wire.send("POST /dashboard/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n")
                    .receive();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.json().path("code").stringValue()).isEqualTo("BODY_TOO_LARGE");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dashboard/payouts/bulk", "/dashboard/settings"})
    void a_file_that_is_too_large_is_not_sent_and_its_field_says_so(String path) {
        try (var page = window(person(Role.OWNER), 1280)) {
            page.navigate(path);
            page.setInputFiles("#file", new FilePayload("rows.csv", "text/csv", new byte[1 << 20]));
            var complaint = "document.getElementById('file').validationMessage";
            assertThat((String) page.evaluate(complaint)).contains("larger than");
            page.click("form[enctype='multipart/form-data'] button[type=submit]");
            assertThat(page.url()).endsWith(path);
            page.setInputFiles("#file", new FilePayload("rows.csv", "text/csv", new byte[100]));
            assertThat((String) page.evaluate(complaint)).isEmpty();
            page.click("form[enctype='multipart/form-data'] button[type=submit]");
            page.waitForSelector("#file.is-invalid");
        }
    }

    private HttpResponse<String> asked(String method, String path) throws Exception {
        try (var http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(service.baseUrl().resolve(path))
                    .method(method, BodyPublishers.noBody())
                    .build();
            return http.send(request, BodyHandlers.ofString());
        }
    }
}
