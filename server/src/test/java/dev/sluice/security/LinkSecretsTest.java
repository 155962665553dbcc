package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.dashboard.Browsing;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.mail.Mail;
import dev.sluice.mail.StoredMail;
import dev.sluice.merchant.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// ASVS 14.2.1: secrets that grant access are in no path and no query, because proxies and servers log those.
class LinkSecretsTest extends DashboardTest {
    private static final Pattern LINK = Pattern.compile("https?://\\S+");
    private static final String PAGE = "/dashboard/password/new";

    private static List<URI> links(String text) {
        return LINK.matcher(text)
                .results()
                .map(match -> URI.create(match.group()))
                .toList();
    }

    private static List<Mail> mail() {
        return mails().latest(500).stream().map(StoredMail::mail).toList();
    }

    /// Reports whether a text is the code of a valid link.
    private boolean opens(String code) {
        var answer = new Browsing(service.baseUrl()).post("/dashboard/password/link", Map.of("token", code));
        return answer.statusCode() == 200;
    }

    @Test
    void no_letter_has_a_code_in_a_path_or_a_query() {
        var owner = person(Role.OWNER);
        var invited = "invited-" + service.clocks().newId() + "@example.com";
        assertThat(owner.post("/dashboard/team", Map.of("email", invited, "name", "Bima", "role", "MAKER"))
                        .statusCode())
                .isEqualTo(303);
        var operator = person(Role.OPERATOR);
        var organization = operator.post(
                        "/dashboard/operator/organizations", Map.of("name", "Toko", "reason", "Signed"))
                .headers()
                .firstValue("Location")
                .orElseThrow();
        var founder = "founder-" + service.clocks().newId() + "@example.com";
        operator.post(organization + "/owner", Map.of("ownerName", "Dewi", "email", founder, "reason", "Signed"));
        var forgetful = somebody(Role.MAKER).user().email();
        new Browsing(service.baseUrl()).post("/dashboard/password", Map.of("email", forgetful));
        var carrying = Eventually.await(
                Duration.ofMinutes(2),
                "three letters carry a code",
                () -> mail().stream()
                        .filter(each -> List.of(invited, founder, forgetful).contains(each.to()))
                        .toList(),
                found -> found.size() == 3);
        assertThat(carrying)
                .allSatisfy(each -> assertThat(links(each.text()))
                        .anyMatch(link -> PAGE.equals(link.getPath())
                                && link.getQuery() == null
                                && opens(link.getFragment().substring("token=".length()))));
        assertThat(mail())
                .flatExtracting(each -> links(each.text()))
                .flatExtracting(link -> List.of((link.getRawPath() + "/"
                                + Optional.ofNullable(link.getRawQuery()).orElse(""))
                        .split("[/?&=]")))
                .noneMatch(part -> opens(part));
    }

    /// Checks pages, mails, commands and scripts alike.
    @Test
    void nothing_makes_an_address_with_a_code_in_its_query() throws IOException {
        var created = Pattern.compile("[?&](token|password|invitation|ticket|session)=|Map\\.of\\(\"token\",");
        try (var files = Files.walk(Path.of("src/main"))) {
            assertThat(files.filter(Files::isRegularFile)
                            .filter(each -> each.toString().matches(".*\\.(java|jte|js|properties)"))
                            .filter(each -> created.matcher(text(each)).find()))
                    .isEmpty();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
