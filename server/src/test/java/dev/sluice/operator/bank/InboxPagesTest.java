package dev.sluice.operator.bank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Widths;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Inbound files on the operators' pages: why one is held, its release by two people, and its rejection.
class InboxPagesTest extends BankPagesCase {
    private static final Map<String, String> WHY = Map.of("reason", "The bank confirmed it by phone");

    /// Returns a statement that says more than its entries.
    private static UUID held(String name) {
        return receive(
                name + ".xml", statement(name, "0.00", "12.00", entry("10.00", "R-" + name, "Eve Payer", "thank you")));
    }

    private static String path(UUID file) {
        return ACCOUNT + "/inbox/" + file;
    }

    @Test
    void a_held_file_says_why_and_what_it_contains() {
        var name = unique("S");
        var file = held(name);
        assertThat(first.get(ACCOUNT + "/inbox?state=held").body()).contains(path(file), name + ".xml", "Held");
        assertThat(first.get(ACCOUNT + "/inbox?state=rejected").body()).doesNotContain(path(file));
        var page = first.get(path(file)).body();
        assertThat(page)
                .contains("camt.053.001.08", name, "Does not add up; difference:", "Eve Payer", "thank you")
                .contains("12.00\u00a0EUR", "10.00\u00a0EUR", "Request release", "Reject file");
        assertThat(first.get(path(file), Map.of("Accept-Language", "id")).body())
                .contains("Ajukan pelepasan", "Ditahan");
    }

    @Test
    void its_bytes_are_downloaded_and_the_download_is_recorded() {
        var name = unique("S");
        var file = held(name);
        var answer = first.bytes(path(file) + "/content");
        assertThat(answer.headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"" + name + ".xml\"");
        assertThat(new String(answer.body(), StandardCharsets.UTF_8))
                .startsWith("<?xml")
                .contains("<MsgId>" + name + "</MsgId>");
        assertThat(deeds(merchant.organizationId(), 5)).anySatisfy(entry -> {
            assertThat(entry.action().action()).isEqualTo("operator/banks/{account}/inbox/{file}/content");
            assertThat(entry.action().subject()).isEqualTo(file.toString());
        });
    }

    @Test
    void a_second_person_releases_it() {
        // The released statement does not add up. The verification of the ledger reports it from then on.
        expectFaults(faults -> assertThat(faults).singleElement().asString().contains("eur-main: it closes"));
        var name = unique("S");
        var file = held(name);
        assertThat(first.post(path(file) + "/release", Map.of()).statusCode()).isEqualTo(400);
        var decision = decision(first.post(path(file) + "/release", WHY));
        assertThat(first.get(path(file)).body())
                .contains("Needs a second person", "The bank confirmed it by phone", decision)
                .doesNotContain("/release\"");
        assertThat(first.get(decision).body()).contains("/withdraw").doesNotContain("/confirm");
        var own = first.post(decision + "/confirm", WHY);
        assertThat(own.statusCode()).isEqualTo(409);
        assertThat(own.body()).contains("A different person has to confirm");
        assertThat(second.get(ACCOUNT + "/decisions").body()).contains(decision, "Release a held file");
        assertThat(second.get(decision).body()).contains("/confirm", "/refuse", path(file));
        assertThat(second.post(decision + "/confirm", WHY).statusCode()).isEqualTo(303);
        assertThat(second.post(decision + "/confirm", WHY).statusCode()).isEqualTo(303);
        assertThat(second.get(path(file)).body())
                .contains("Applied", first.user().name() + ", " + second.user().name());
        assertThat(entryOf("R-" + name).amount().decimal()).isEqualByComparingTo("10");
        assertThat(person(Role.OPERATOR).post(decision + "/confirm", WHY).body())
                .contains("The request was decided before");
        assertThat(deeds(merchant.organizationId(), 10)).anySatisfy(entry -> {
            assertThat(entry.action().action()).isEqualTo("operator/banks/{account}/decisions/{decision}/confirm");
            assertThat(entry.action().fields())
                    .containsEntry("before.subject", file.toString())
                    .containsEntry("before.evidence", "The bank confirmed it by phone");
        });
    }

    @Test
    void a_request_is_refused_or_withdrawn() {
        var file = held(unique("S"));
        var decision = decision(first.post(path(file) + "/release", WHY));
        assertThat(decision(first.post(path(file) + "/release", WHY))).isEqualTo(decision);
        assertThat(second.post(decision + "/withdraw", WHY).body()).contains("Refuse it instead");
        assertThat(second.post(decision + "/refuse", WHY).statusCode()).isEqualTo(303);
        assertThat(second.get(decision).body())
                .contains("Refused", second.user().name());
        var again = decision(first.post(path(file) + "/release", WHY));
        assertThat(again).isNotEqualTo(decision);
        assertThat(first.post(again + "/withdraw", WHY).statusCode()).isEqualTo(303);
        assertThat(first.get(path(file)).body()).contains("Held", "/release\"");
    }

    @Test
    void one_person_rejects_a_file_once() {
        var file = held(unique("S"));
        var decision = decision(first.post(path(file) + "/release", WHY));
        assertThat(second.post(path(file) + "/reject", Map.of("reason", " ")).statusCode())
                .isEqualTo(400);
        assertThat(second.post(path(file) + "/reject", Map.of("reason", "A test file of the bank"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(second.post(path(file) + "/reject", Map.of("reason", "Something else"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(second.get(path(file)).body())
                .contains("Rejected", "A test file of the bank")
                .doesNotContain("Something else", "/reject\"");
        var late = second.post(decision + "/confirm", WHY);
        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(late.body()).contains("the file is not held any more");
    }

    @Test
    void an_applied_file_can_be_neither_released_nor_rejected() {
        var name = unique("N");
        var file = receive(name + ".xml", notice(name, entry("5.00", "R-" + name, "Eve", "thanks")));
        assertThat(first.get(path(file)).body()).contains("Applied").doesNotContain("/release\"", "/reject\"");
        assertThat(first.post(path(file) + "/release", WHY).statusCode()).isEqualTo(409);
        assertThat(first.post(path(file) + "/reject", WHY).body()).contains("Only a held or unreadable file");
    }

    @Test
    void what_cannot_be_read_says_so() {
        var name = unique("X");
        var file = receive(name + ".xml", "no file of a bank");
        assertThat(first.get(path(file)).body())
                .contains("The file cannot be read.", "no bank file", "/reject\"")
                .doesNotContain("/release\"");
    }

    @Test
    void unknown_files_and_accounts_are_not_found() {
        var file = held(unique("S"));
        var nowhere = UUID.fromString("00000000-0000-0000-0000-000000000000");
        assertThat(first.get(path(nowhere)).statusCode()).isEqualTo(404);
        assertThat(first.get(path(file).replace("eur-main", "usd")).statusCode())
                .isEqualTo(404);
        assertThat(first.post(path(nowhere) + "/release", WHY).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @EnumSource(value = Role.class, names = "OPERATOR", mode = EnumSource.Mode.EXCLUDE)
    void nobody_else_comes_in(Role role) {
        var file = held(unique("S"));
        Person other = person(role);
        for (var page : new String[] {
            "", "/inbox", "/inbox/" + file, "/inbox/" + file + "/content", "/entries", "/breaks", "/decisions"
        }) {
            assertThat(other.get(ACCOUNT + page).statusCode()).as(page).isEqualTo(403);
        }
        assertThat(other.post(path(file) + "/release", WHY).statusCode()).isEqualTo(403);
        assertThat(other.post(path(file) + "/reject", WHY).statusCode()).isEqualTo(403);
        assertThat(first.postAsIs(path(file) + "/reject", WHY).statusCode()).isEqualTo(403);
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void its_pages_are_well_made(int width) {
        var file = held(unique("S"));
        try (var page = window(first, width)) {
            page.onDialog(dialog -> dialog.accept());
            page.navigate(ACCOUNT + "/inbox");
            assertWellMade(page);
            page.navigate(path(file));
            assertWellMade(page);
            page.fill("#reason-release", "The bank confirmed it by phone");
            page.click("form[action$='/release'] button");
            page.waitForSelector("text=Another person has to confirm it.");
            assertWellMade(page);
        }
    }
}
