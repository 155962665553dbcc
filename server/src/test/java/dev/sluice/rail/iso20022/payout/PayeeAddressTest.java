package dev.sluice.rail.iso20022.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.iso20022.write.Schemas;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PostalAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Postal addresses of payees in the files for the bank.
class PayeeAddressTest {
    private static final Pattern CREDITOR = Pattern.compile("<Cdtr><Nm>Juergen Mueller</Nm>(.*?)</Cdtr>");
    private static final PostalAddress COLOGNE = new PostalAddress("Große Straße 7", "Köln", "50667", "DE");

    @TempDir
    private Path root;

    private @Nullable TestAccount account;

    private TestAccount open(String form) throws Exception {
        var opened = new TestAccount(root, ", address: " + form, "00:00-24:00");
        account = opened;
        return opened;
    }

    @AfterEach
    void close() {
        if (account != null) {
            account.close();
        }
    }

    private static Instruction to(TestAccount account, @Nullable PostalAddress address) {
        var known = account.instruction("12.00");
        return new Instruction(known.payout(), known.amount(), known.beneficiary(), known.remittance(), address);
    }

    /// Pays, and returns the part of the file about the payee after the name.
    private static String written(TestAccount account, @Nullable PostalAddress address) throws Exception {
        var instruction = to(account, address);
        assertThat(account.rail().submit(List.of(instruction))).allMatch(Outcome.Accepted.class::isInstance);
        account.send();
        byte[] bytes = {};
        for (var file : account.files("out")) {
            var content = Files.readAllBytes(file);
            bytes = Schemas.flat(content).contains(TestAccount.id(instruction)) ? content : bytes;
        }
        Schemas.assertValid("pain.001.001.09", bytes);
        var creditor = CREDITOR.matcher(Schemas.flat(bytes));
        assertThat(creditor.find()).isTrue();
        return creditor.group(1);
    }

    private static void assertRefused(TestAccount account, @Nullable PostalAddress address, String... words) {
        var instruction = to(account, address);
        assertThat(account.rail().submit(List.of(instruction)))
                .first()
                .isInstanceOfSatisfying(Outcome.Rejected.class, rejected -> {
                    assertThat(rejected.code()).isEqualTo(FailureCode.BANK_REJECTED);
                    assertThat(rejected.message()).contains(words).doesNotContain("creditor.");
                });
        account.send();
        assertThat(account.files("out")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"structured", "required"})
    void an_address_is_written_in_elements(String form) throws Exception {
        assertThat(written(open(form), COLOGNE))
                .isEqualTo("<PstlAdr><StrtNm>Grosse Strasse 7</StrtNm><PstCd>50667</PstCd>"
                        + "<TwnNm>Koeln</TwnNm><Ctry>DE</Ctry></PstlAdr>");
    }

    @Test
    void the_street_of_a_hybrid_address_is_its_only_line() throws Exception {
        assertThat(written(open("hybrid"), COLOGNE))
                .isEqualTo("<PstlAdr><PstCd>50667</PstCd><TwnNm>Koeln</TwnNm><Ctry>DE</Ctry>"
                        + "<AdrLine>Grosse Strasse 7</AdrLine></PstlAdr>");
    }

    @Test
    void no_address_is_written_for_a_bank_that_takes_none() throws Exception {
        assertThat(written(open("none"), COLOGNE)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"structured", "hybrid"})
    void an_address_without_town_or_country_is_left_out(String form) throws Exception {
        var bank = open(form);
        assertThat(written(bank, null)).isEmpty();
        assertThat(written(bank, new PostalAddress("Große Straße 7", null, "50667", "DE")))
                .isEmpty();
        assertThat(written(bank, new PostalAddress("Große Straße 7", "Köln", "50667", null)))
                .isEmpty();
    }

    @Test
    void the_lines_of_a_street_are_one_and_long_texts_are_cut_at_a_word() throws Exception {
        var street = "Haus Nr. 1,\r\n  Im Hof\n" + "Lange Gasse ".repeat(6);
        assertThat(written(
                        open("structured"),
                        new PostalAddress(street, "Rothenburg ob der Tauber, Ortsteil Nord", null, "DE")))
                .isEqualTo("<PstlAdr><StrtNm>Haus Nr. 1, Im Hof, "
                        + "Lange Gasse ".repeat(4).strip()
                        + "</StrtNm><TwnNm>Rothenburg ob der Tauber, Ortsteil</TwnNm><Ctry>DE</Ctry></PstlAdr>");
    }

    @Test
    void an_optional_address_that_cannot_be_written_is_left_out_as_a_whole() throws Exception {
        var bank = open("structured");
        assertThat(written(bank, new PostalAddress("Große Straße 7", "東京", "50667", "JP")))
                .isEmpty();
        assertThat(written(bank, new PostalAddress("丸の内 1", "Tokyo", "50667", "JP")))
                .isEmpty();
        assertThat(written(bank, new PostalAddress("Chiyoda 1", "Tokyo", "1".repeat(17), "JP")))
                .isEmpty();
        assertThat(written(bank, new PostalAddress("Chiyoda 1", "Tokyo", "1".repeat(16), "JP")))
                .contains("<PstCd>1111111111111111</PstCd>");
    }

    @Test
    void a_required_address_that_lacks_a_field_is_refused_by_the_name_of_the_field() throws Exception {
        var bank = open("required");
        var wayOut = "pay it by its recipientId";
        assertRefused(bank, null, "recipient.city is missing", wayOut);
        assertRefused(bank, new PostalAddress("Große Straße 7", null, null, "DE"), "recipient.city is missing", wayOut);
        assertRefused(bank, new PostalAddress(null, "Köln", null, null), "recipient.bank.country is missing", wayOut);
        assertRefused(
                bank,
                new PostalAddress(null, null, "50667", null),
                "recipient.city and recipient.bank.country are missing",
                wayOut);
    }

    @Test
    void a_required_address_that_cannot_be_written_is_refused_by_the_name_of_the_field() throws Exception {
        var bank = open("required");
        Map.of(
                        "recipient.city has characters", new PostalAddress(null, "東京", null, "JP"),
                        "recipient.address has characters", new PostalAddress("丸の内 1", "Tokyo", null, "JP"),
                        "recipient.postCode has more than 16", new PostalAddress(null, "Tokyo", "1".repeat(17), "JP"),
                        "recipient.bank.country is no country code", new PostalAddress(null, "Tokyo", null, "EU"))
                .forEach((words, address) -> assertRefused(bank, address, words));
    }

    @Test
    void an_address_is_authenticated_with_the_order() throws Exception {
        var bank = open("structured");
        var first = to(bank, COLOGNE);
        var second = to(bank, new PostalAddress("Elsewhere 1", "Paris", "75001", "FR"));
        bank.rail().submit(List.of(first, second));
        bank.database()
                .database()
                .run(tx -> tx.handle()
                        .createUpdate("""
                        UPDATE rail_iso20022_order SET transfer =
                          (SELECT other.transfer FROM rail_iso20022_order other WHERE other.payout_id = :other)
                        WHERE payout_id = :id
                        """)
                        .bind("id", first.payout().payoutId())
                        .bind("other", second.payout().payoutId())
                        .execute());
        bank.send();
        assertThat(Files.readString(bank.files("out").getFirst()))
                .contains("Paris")
                .doesNotContain("Koeln");
        assertThat(bank.files("out")).hasSize(1);
        assertThat(bank.shown(bank.msgId()).toString()).doesNotContain(TestAccount.id(first));
    }
}
