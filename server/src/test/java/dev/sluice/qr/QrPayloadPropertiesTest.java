package dev.sluice.qr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.net.URI;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/// Properties for any amount, name and reference.
class QrPayloadPropertiesTest {
    private static final Map<QrScheme, String> REFERENCE_AT = Map.of(
            QrScheme.QRIS, "62 05",
            QrScheme.QRPH, "62 05",
            QrScheme.VIETQR, "62 08",
            QrScheme.PROMPTPAY, "30 02",
            QrScheme.DUITNOW, "62 05",
            QrScheme.PAYNOW, "62 01",
            QrScheme.PIX, "62 05",
            QrScheme.NQR, "62 05",
            QrScheme.JPQR, "62 05");

    @Property
    void the_payer_is_asked_for_exactly_the_amount(
            @ForAll("emvSchemes") QrScheme scheme, @ForAll @LongRange(min = 1, max = 999_999_999_999L) long units) {
        int decimals = scheme.amount(Payments.money(scheme, "1")).length() == 1 ? 0 : 2;
        var amount = BigDecimal.valueOf(units, decimals);
        var written = EmvReader.root(QrPayload.of(scheme, Payments.of(scheme, amount.toPlainString())))
                .get("54");
        assertThat(new BigDecimal(written)).isEqualTo(amount);
        assertThat(written).matches("(0|[1-9][0-9]*)([.][0-9]{2})?");
    }

    @Property
    void the_reference_stands_where_the_scheme_returns_it(
            @ForAll("emvSchemes") QrScheme scheme, @ForAll("references") String reference) {
        var payment =
                new QrPayment(Payments.payee(scheme), Payments.money(scheme, "1250"), reference, Payments.EXPIRES);
        var place = REFERENCE_AT.get(scheme).split(" ", -1);
        var template = EmvReader.root(QrPayload.of(scheme, payment)).get(place[0]);
        assertThat(EmvReader.fields(template)).containsEntry(place[1], reference);
    }

    @Property
    void a_name_in_any_script_is_latin_or_refused(@ForAll("emvSchemes") QrScheme scheme, @ForAll("names") String name) {
        Assume.that(name.codePoints().anyMatch(Character::isLetterOrDigit));
        var payment = Payments.of(scheme, Payments.named(Payments.payee(scheme), name), "1250");
        if (LatinText.of(name, 25).isEmpty() && scheme != QrScheme.JPQR) {
            assertThatThrownBy(() -> QrPayload.of(scheme, payment)).isInstanceOf(IllegalArgumentException.class);
        } else {
            assertThat(EmvReader.root(QrPayload.of(scheme, payment)).get("59")).matches("[ -~]{1,25}");
        }
    }

    @Property
    void latin_text_fits_and_is_said_once(@ForAll("names") String name) {
        var latin = LatinText.of(name, 25);
        assertThat(latin)
                .matches("[A-Za-z0-9 &'()+,./-]{0,25}")
                .doesNotContain("  ")
                .isEqualTo(latin.strip());
        assertThat(LatinText.of(latin, 25)).isEqualTo(latin);
    }

    @Property
    void a_link_can_be_taken_apart_again(@ForAll("names") String name, @ForAll("references") String reference) {
        var latin = LatinText.of(name, 25);
        Assume.that(!latin.isEmpty() && name.codePoints().anyMatch(Character::isLetterOrDigit));
        var payee = Payments.named(Payments.payee(QrScheme.UPI), name);
        var link = QrPayload.of(
                QrScheme.UPI, new QrPayment(payee, Payments.money(QrScheme.UPI, "12.5"), reference, Payments.EXPIRES));
        assertThat(URI.create(link))
                .hasScheme("upi")
                .hasHost("pay")
                .hasParameter("pa", "northwind.payouts@okbank")
                .hasParameter("pn", latin)
                .hasParameter("tr", reference)
                .hasParameter("am", "12.50")
                .hasParameter("cu", "INR");
    }

    @Example
    void accents_are_taken_off_and_letters_spelled_out() {
        assertThat(LatinText.of("Công ty Điện Lực Đà Nẵng", 25)).isEqualTo("Cong ty Dien Luc Da Nang");
        assertThat(LatinText.of("Łódź – Straße “Ærø”", 25)).isEqualTo("Lodz - Strasse AEro");
        assertThat(LatinText.of("São José dos Campos", 15)).isEqualTo("Sao Jose dos Ca");
        assertThat(LatinText.of("Kahve 🏦 İstanbul ☕️ A.Ş.", 25)).isEqualTo("Kahve Istanbul A.S.");
        assertThat(LatinText.of("ＡＢＣ　１２３", 25)).isEqualTo("ABC 123");
        assertThat(LatinText.of("บริษัท 7", 25)).isEqualTo("7");
        assertThat(LatinText.of("Abcdefghijklmnopqrstuvwx yz", 25)).isEqualTo("Abcdefghijklmnopqrstuvwx");
        assertThat(LatinText.of("... & ---", 25)).isEmpty();
        assertThat(LatinText.of("محمد", 25)).isEmpty();
    }

    @Provide
    Arbitrary<QrScheme> emvSchemes() {
        return Arbitraries.of(QrScheme.values()).filter(scheme -> scheme != QrScheme.UPI);
    }

    @Provide
    Arbitrary<String> references() {
        return Arbitraries.strings()
                .withCharRange('A', 'Z')
                .withCharRange('0', '9')
                .ofMinLength(1)
                .ofMaxLength(QrPayment.REFERENCE_LENGTH_MAX);
    }

    @Provide
    Arbitrary<String> names() {
        var words = Arbitraries.of(
                "Nguyễn",
                "Văn",
                "Đức",
                "João",
                "Łukasz",
                "Müller",
                "& Co.",
                "PT",
                "สมชาย",
                "محمد",
                "メルペイ",
                "王小明",
                "🏦",
                "👨‍👩‍👧",
                "﷽",
                "é",
                "ﬁ",
                "Ⅷ",
                "½",
                "\u200b",
                "\t",
                "\u0000",
                "%s",
                "\"",
                "<b>",
                "7-Eleven");
        var sentences = words.list().ofMinSize(1).ofMaxSize(8).map(list -> String.join(" ", list));
        return Arbitraries.oneOf(
                sentences,
                Arbitraries.strings().all().ofMinLength(1).ofMaxLength(60),
                Combinators.combine(sentences, Arbitraries.strings().ascii().ofMaxLength(30))
                        .as(String::concat));
    }
}
