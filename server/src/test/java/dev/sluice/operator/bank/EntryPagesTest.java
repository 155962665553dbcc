package dev.sluice.operator.bank;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.Widths;
import dev.sluice.rail.iso20022.inbound.BankBreak;
import dev.sluice.rail.iso20022.inbound.BreakKind;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Open entries on the operators' pages, their match by hand, and the breaks that they are.
class EntryPagesTest extends BankPagesCase {
    private static final Map<String, String> WHY = Map.of("reason", "They wrote us");

    private static String path(String reference) {
        return ACCOUNT + "/entries/" + entryOf(reference).id();
    }

    private static void credit(String reference, String amount) {
        receive(reference + ".xml", notice(reference, entry(amount, reference, "Eve Payer", "for the chairs")));
    }

    private static Map<String, String> match(String kind, String name) {
        return Map.of("kind", kind, "name", name, "reason", "They wrote us");
    }

    @Test
    void an_open_credit_shows_its_payer_and_text() {
        var reference = unique("C");
        credit(reference, "25.50");
        assertThat(first.get(ACCOUNT + "/entries").body())
                .contains(path(reference), "25.50\u00a0EUR", "Eve Payer", "for the chairs");
        assertThat(first.get(path(reference)).body())
                .contains("Eve Payer", "for the chairs", reference, "camt.054", "Request match")
                .contains("value=\"deposit\"", "value=\"payout\"")
                .doesNotContain("value=\"file\"");
    }

    @Test
    void a_deposit_is_credited_when_two_people_match_the_entry() {
        var reference = unique("C");
        var deposit = text(
                merchant.client()
                        .post(
                                "/v1/deposit/fiat",
                                Merchant.deposit("EUR_BANK", "25.5").replace("IDR", "EUR"))
                        .expect(201)
                        .data(),
                "depositId");
        var creditor = text(merchant.deposit(deposit).path("paymentFiat"), "paymentReference");
        credit(reference, "25.50");
        var decision = decision(first.post(path(reference) + "/match", match("deposit", creditor)));
        assertThat(first.get(path(reference)).body())
                .contains("Needs a second person", "They wrote us")
                .doesNotContain("/match\"");
        assertThat(second.get(decision).body()).contains("deposit:" + creditor, path(reference));
        assertThat(second.post(decision + "/confirm", WHY).statusCode()).isEqualTo(303);
        merchant.awaitDeposit(deposit, "completed");
        assertThat(first.get(path(reference)).body()).contains("Deposit · EUR:EUR_BANK:" + creditor);
        assertThat(first.get(ACCOUNT + "/entries").body()).doesNotContain(path(reference));
    }

    @Test
    void an_impossible_match_says_why_and_keeps_what_was_typed() {
        var reference = unique("C");
        credit(reference, "3.00");
        var refused = first.post(path(reference) + "/match", match("deposit", "RF00 NOBODY"));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body())
                .contains("no deposit has the payment reference RF00NOBODY", "RF00 NOBODY", "They wrote us");
        var without = first.post(path(reference) + "/match", Map.of("kind", "deposit", "name", "RF00"));
        assertThat(without.statusCode()).isEqualTo(400);
        assertThat(without.body()).contains("is-invalid");
        var nameless = first.post(path(reference) + "/match", match("deposit", " "));
        assertThat(nameless.statusCode()).isEqualTo(400);
        assertThat(nameless.body()).contains("Enter the ID or reference of the payment");
        assertThat(first.get(ACCOUNT + "/decisions").body()).doesNotContain("RF00");
    }

    @Test
    void a_break_is_listed_by_kind_and_age_and_closed_with_a_reason() {
        var reference = unique("D");
        credit(reference, "-7.00");
        var id =
                breakOf(BreakKind.DEBIT_OPEN, BankBreak.entry(entryOf(reference).id()));
        var path = ACCOUNT + "/breaks/" + id;
        assertThat(first.get(ACCOUNT + "/breaks").body())
                .contains(path, "Unexplained debit", "0 days", "-7.00\u00a0EUR", "?kind=DEBIT_OPEN");
        assertThat(first.get(ACCOUNT + "/breaks?kind=CREDIT_OPEN").body()).doesNotContain(path);
        assertThat(first.get(path).body())
                .contains("Money left that belongs to no payout", path(reference), "/close\"");
        assertThat(first.post(path + "/close", Map.of()).statusCode()).isEqualTo(400);
        assertThat(first.post(path + "/close", Map.of("reason", "The bank took it back"))
                        .statusCode())
                .isEqualTo(303);
        first.post(path + "/close", Map.of("reason", "Something else"));
        assertThat(first.get(path).body())
                .contains("The bank took it back", first.user().name())
                .doesNotContain("Something else", "/close\"");
        assertThat(first.get(ACCOUNT + "/breaks").body()).doesNotContain(path);
        assertThat(first.get(ACCOUNT + "/breaks?show=closed").body()).contains(path, "The bank took it back");
        assertThat(deeds(merchant.organizationId(), 5)).anySatisfy(entry -> {
            assertThat(entry.action().action()).isEqualTo("operator/banks/{account}/breaks/{break}/close");
            assertThat(entry.action().fields()).containsEntry("before.kind", "DEBIT_OPEN");
        });
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void its_pages_are_well_made(int width) {
        var reference = unique("C");
        credit(reference, "-4.00");
        var id =
                breakOf(BreakKind.DEBIT_OPEN, BankBreak.entry(entryOf(reference).id()));
        try (var page = window(first, width)) {
            for (var path : new String[] {"/entries", "/breaks", "/breaks/" + id, "/decisions"}) {
                page.navigate(ACCOUNT + path);
                assertWellMade(page);
            }
            page.navigate(path(reference));
            assertWellMade(page);
        }
    }
}
