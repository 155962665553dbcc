package dev.sluice.iso20022.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.iso20022.write.Prepared.Ready;
import dev.sluice.iso20022.write.TransferFile.AccountNumber;
import dev.sluice.iso20022.write.TransferFile.Address;
import dev.sluice.iso20022.write.TransferFile.Agent;
import dev.sluice.iso20022.write.TransferFile.Creditor;
import dev.sluice.iso20022.write.TransferFile.Debtor;
import dev.sluice.iso20022.write.TransferFile.Transfer;
import dev.sluice.iso20022.write.TransferRules.Charset;
import dev.sluice.iso20022.write.TransferRules.Transliteration;
import dev.sluice.iso20022.write.TransferText.Result.Unwritable;
import dev.sluice.iso20022.write.TransferText.Result.Written;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/// Properties for any text, identifier and transfer.
class TransferPropertiesTest {
    private static final Debtor DEBTOR =
            new Debtor("Example", Transfers.BERLIN, Transfers.iban("DE89370400440532013000"), "COBADEFFXXX", "EUR");
    private static final List<TransferRules> RULES = List.of(
            Transfers.SEPA,
            Transfers.SEPA_INSTANT,
            Transfers.SWISS,
            Transfers.CROSS_BORDER,
            Transfers.BI_FAST,
            Transfers.SEPA_OF_2009);

    @Property
    void a_prepared_text_is_within_its_set_and_length_and_stays_the_same(
            @ForAll("texts") String text,
            @ForAll Charset charset,
            @ForAll Transliteration transliteration,
            @ForAll @IntRange(min = 1, max = 60) int lengthMax) {
        switch (TransferText.of(text, charset, transliteration, lengthMax)) {
            case Written(var written) -> {
                assertThat(written).hasSizeLessThanOrEqualTo(lengthMax).doesNotContain("  ");
                assertThat(written).isEqualTo(written.strip());
                assertThat(written.codePoints().allMatch(point -> CharsetMembers.contains(charset, point)))
                        .as(written)
                        .isTrue();
                assertThat(written.codePoints().noneMatch(TransferPropertiesTest::isSurrogate))
                        .isTrue();
                assertThat(TransferText.of(written, charset, transliteration, lengthMax))
                        .isEqualTo(new Written(written));
            }
            case Unwritable(var characters) -> assertThat(characters).contains("U+");
        }
    }

    @Property
    void letters_with_accents_are_always_written(@ForAll("latin") String text) {
        assertThat(TransferText.of(text, Charset.SEPA_LATIN, Transliteration.GERMAN, 200))
                .isInstanceOf(Written.class);
    }

    @Property
    void an_identifier_is_short_and_leads_back(@ForAll long high, @ForAll long low) {
        var id = new UUID(high, low);
        assertThat(EndToEndIds.of(id)).matches("[A-Z2-7]{26}");
        assertThat(EndToEndIds.payout(EndToEndIds.of(id))).hasValue(id);
        assertThat(MsgIds.of(id)).matches("[A-Z0-9]{27}");
        assertThat(MsgIds.file(MsgIds.of(id))).hasValue(id);
        assertThat(EndToEndIds.payout(MsgIds.of(id))).isEmpty();
        assertThat(MsgIds.file(EndToEndIds.of(id))).isEmpty();
    }

    @Property
    void no_two_texts_are_one_identifier(@ForAll("ids") String text) {
        EndToEndIds.payout(text).ifPresent(id -> assertThat(EndToEndIds.of(id)).isEqualTo(text));
    }

    @Example
    void identifiers_are_those_of_rfc_4648() {
        var id = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
        assertThat(EndToEndIds.of(id)).isEqualTo("AAISEM2EKVTHPCEZVK54ZXPO74");
        for (var bad : List.of(
                "",
                "AAISEM2EKVTHPCEZVK54ZXPO75",
                "aaisem2ekvthpcezvk54zxpo74",
                "AAISEM2EKVTHPCEZVK54ZXPO7",
                "NOTPROVIDED")) {
            assertThat(EndToEndIds.payout(bad)).as(bad).isEmpty();
        }
    }

    @Property(tries = 500)
    void any_prepared_transfer_makes_a_valid_file(
            @ForAll("rules") TransferRules rules, @ForAll("transfers") Transfer transfer) {
        if (TransferPreparation.prepare(transfer, rules) instanceof Ready<Transfer>(var ready)) {
            assertThat(TransferPreparation.prepare(ready, rules)).isEqualTo(new Ready<>(ready));
            var file = PaymentFileWriter.write(Transfers.file(DEBTOR, List.of(transfer)), rules);
            Schemas.assertValid(rules.message(), file);
            var read = Schemas.read(rules.message(), file);
            assertThat(read.transactions()).isOne();
            assertThat(read.sum()).isEqualByComparingTo(transfer.amount());
            assertThat(PaymentFileWriter.write(Transfers.file(DEBTOR, List.of(ready)), rules))
                    .isEqualTo(file);
        }
    }

    @Provide
    Arbitrary<TransferRules> rules() {
        return Arbitraries.of(RULES);
    }

    @Provide
    Arbitrary<Transfer> transfers() {
        var creditors = Combinators.combine(fields(), addresses().injectNull(0.3), accounts(), agents().injectNull(0.3))
                .as(Creditor::new);
        var amounts = Combinators.combine(Arbitraries.longs().between(1, 9_999_999_999L), Arbitraries.of(0, 0, 2))
                .as(BigDecimal::valueOf);
        var purposes = Arbitraries.of("SALA", "RENT").injectNull(0.5);
        return Combinators.combine(creditors, amounts, fields().injectNull(0.2), purposes)
                .as((creditor, amount, text, purpose) ->
                        new Transfer(Transfers.id(1), null, amount, "EUR", creditor, text, null, purpose));
    }

    private Arbitrary<Address> addresses() {
        return Combinators.combine(
                        fields(),
                        Arbitraries.of("DE", "CH", "XK"),
                        Arbitraries.of("10115", "SW1A 1AA").injectNull(0.3),
                        fields().injectNull(0.3),
                        Arbitraries.of("1", "12-14 a").injectNull(0.3))
                .as(Address::new);
    }

    /// Texts, most of them in letters that every bank accepts.
    private Arbitrary<String> fields() {
        return Arbitraries.frequencyOf(
                Tuple.of(15, latin().map(text -> "A" + text)),
                Tuple.of(1, texts()),
                Tuple.of(2, Arbitraries.strings().ascii().ofMinLength(1).ofMaxLength(200)));
    }

    private Arbitrary<AccountNumber> accounts() {
        return Arbitraries.of(Transfers.iban("DE75512108001245126199"), Transfers.iban("GB29 NWBK 6016 1331 9268 19"));
    }

    private Arbitrary<Agent> agents() {
        return Arbitraries.of(
                new Agent("SOGEDEFFXXX", null, null, null), new Agent("COBADEFF", "DEBLZ", "12345678", "Bank"));
    }

    @Provide
    Arbitrary<String> latin() {
        return Arbitraries.strings()
                .withCharRange('A', 'Z')
                .withCharRange('\u00c0', '\u00d6')
                .withCharRange('\u00d8', '\u00f6')
                .withCharRange('\u00f8', '\u017f')
                .withCharRange('\u1ea0', '\u1ef9')
                .withChars("ȘșȚț .,-&/")
                .ofMaxLength(60);
    }

    @Provide
    Arbitrary<String> texts() {
        var words = Arbitraries.of(
                "Müller",
                "GROẞ",
                "Nguyễn",
                "Văn",
                "Łukasz",
                "& Co.",
                "王小明",
                "سعيد",
                "🏦",
                "👨‍👩‍👧",
                "e\u0301",
                "ﬁ",
                "½",
                "\u200b",
                "\u200d",
                "\t",
                "\u0000",
                "\ud83c",
                "\udfe6",
                "-",
                ":",
                "<b>",
                "]]>",
                "a//b",
                "Donaudampfschifffahrt");
        var sentences = words.list().ofMinSize(1).ofMaxSize(12).map(list -> String.join(" ", list));
        return Arbitraries.oneOf(
                sentences,
                latin(),
                Arbitraries.strings().all().ofMinLength(1).ofMaxLength(60),
                Arbitraries.strings().ascii().ofMinLength(1).ofMaxLength(200));
    }

    @Provide
    Arbitrary<String> ids() {
        return Arbitraries.strings()
                .withCharRange('A', 'Z')
                .withCharRange('2', '7')
                .ofLength(26);
    }

    private static boolean isSurrogate(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }
}
