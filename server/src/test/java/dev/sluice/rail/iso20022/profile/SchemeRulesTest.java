package dev.sluice.rail.iso20022.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Rules of the schemes, each on an example profile with one change.
class SchemeRulesTest {
    @TempDir
    Path folder;

    static Stream<Arguments> changes() {
        return Stream.of(first(), second(), third()).flatMap(each -> each);
    }

    private static Stream<Arguments> first() {
        return Stream.of(
                arguments(
                        "sepa-credit-transfer",
                        "currency: EUR, holder",
                        "currency: CHF, holder",
                        "account.currency: must be EUR with scheme sepa-ct"),
                arguments(
                        "sepa-credit-transfer",
                        "iban: DE89370400440532013000",
                        "number: 532013000",
                        "account.iban: is missing; scheme sepa-ct needs an IBAN"),
                arguments(
                        "sepa-credit-transfer",
                        "DE89370400440532013000",
                        "TR330006100519786457841326",
                        "account.iban: must be of a SEPA country with scheme sepa-ct"),
                arguments(
                        "sepa-credit-transfer",
                        "charge-bearer: SLEV",
                        "charge-bearer: SHAR",
                        "out.charge-bearer: must be SLEV with scheme sepa-ct"),
                arguments(
                        "sepa-credit-transfer",
                        "service-level: SEPA",
                        "service-level: none",
                        "out.service-level: must be SEPA with scheme sepa-ct"),
                arguments(
                        "sepa-credit-transfer",
                        "names: 70",
                        "local-instrument: INST",
                        "out.local-instrument: must not be INST with scheme sepa-ct; scheme sepa-inst sets it"),
                arguments(
                        "sepa-credit-transfer",
                        "names: 70",
                        "names: 71",
                        "out.names: must be at most 70 with scheme sepa-ct"),
                arguments(
                        "sepa-credit-transfer",
                        "names: 70",
                        "whole-units: true",
                        "out.whole-units: must be false with scheme sepa-ct"),
                arguments(
                        "sepa-credit-transfer",
                        "charset: sepa-latin",
                        "charset: swift-x",
                        "out.charset: must be sepa-latin, latin-extended or utf-8 with scheme sepa-ct"));
    }

    private static Stream<Arguments> second() {
        return Stream.of(
                arguments(
                        "sepa-credit-transfer",
                        "max: 999999999.99",
                        "max: 1000000000",
                        "serves[0].max: must be at most 999999999.99 with scheme sepa-ct"),
                arguments(
                        "sepa-credit-transfer",
                        "countries: SEPA",
                        "countries: [SEPA, US]",
                        "serves[0].countries: must be SEPA or countries of it with scheme sepa-ct"),
                arguments(
                        "sepa-instant",
                        "batch: single",
                        "local-instrument: none",
                        "out.local-instrument: must be INST with scheme sepa-inst"),
                arguments(
                        "mt940-only", "final: [booked]", "final: [ACSC]", "final: must be [booked] without in.status"),
                arguments(
                        "mt940-only",
                        "transliterate: german",
                        "transliterate: german, address: required",
                        "account.address: is missing; out.address is required, which counts for the account's holder "
                                + "as well"),
                arguments(
                        "mt940-only",
                        "message: pain.001.001.09",
                        "message: pain.001.001.03, address: hybrid",
                        "out.address: must not be hybrid with pain.001.001.03, which has lines alone: banks refuse "
                                + "them since November 2026"),
                arguments(
                        "swiss-sps",
                        "currency: CHF, holder",
                        "currency: USD, holder",
                        "account.currency: must be CHF or EUR with scheme swiss"),
                arguments(
                        "swiss-sps",
                        "CH9300762011623852957",
                        "DE89370400440532013000",
                        "account.iban: must be of CH or LI with scheme swiss"),
                arguments(
                        "swiss-sps",
                        "CH9300762011623852957",
                        "CH4431999123000889012",
                        "account.iban: is a QR-IBAN, which only receives; give the account's other IBAN, "
                                + "and this one as deposits.qr-iban"),
                arguments(
                        "swiss-sps",
                        "qr-iban: CH4431999123000889012",
                        "qr-iban: CH9300762011623852957",
                        "deposits.qr-iban: must be a QR-IBAN: a Swiss IBAN whose bank has a number from "
                                + "30000 to 31999"),
                arguments(
                        "swiss-sps",
                        "by: [creditor-reference]",
                        "by: [remittance]",
                        "deposits.qr-iban: has no effect unless by has creditor-reference"));
    }

    private static Stream<Arguments> third() {
        return Stream.of(
                arguments(
                        "cgi-domestic",
                        "countries: [GB]",
                        "countries: [GB, FR]",
                        "serves[0].countries: must be the one country of the account with scheme cgi-domestic"),
                arguments(
                        "cgi-crossborder",
                        "bic: CITIUS33XXX, ",
                        "",
                        "account.bic: is missing; an account number without IBAN needs the bank's BIC"),
                arguments(
                        "bi-fast",
                        "max: 250000000}]",
                        "max: 250000001}]",
                        "serves[0].max: must be at most 250000000 with scheme bi-fast"),
                arguments(
                        "bi-fast",
                        "max: 250000000}]",
                        "max: 1000.5}]",
                        "serves[0].max: must be an amount without decimals, because out.whole-units is true"),
                arguments(
                        "bi-fast",
                        "countries: [ID]",
                        "countries: [ID, SG]",
                        "serves[0].countries: must be [ID] with scheme bi-fast"),
                arguments(
                        "bi-fast",
                        "names: 70",
                        "whole-units: false",
                        "out.whole-units: must be true with scheme bi-fast"),
                arguments(
                        "bi-fast",
                        "min: 10000,",
                        "min: 10000.5,",
                        "deposits.min: must be an amount without decimals, because out.whole-units is true"),
                arguments(
                        "bi-fast",
                        "max-sum-per-file: 1000000000",
                        "max-sum-per-file: 0.01",
                        "out.max-sum-per-file: must be an amount without decimals, because "
                                + "out.whole-units is true"),
                arguments(
                        "bi-fast",
                        "currency: IDR, holder",
                        "currency: USD, holder",
                        "account.currency: must be IDR with scheme bi-fast"),
                arguments(
                        "bi-rtgs",
                        "min: 100000000",
                        "min: 99999999",
                        "serves[0].min: must be at least 100000000 with scheme bi-rtgs"));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void a_value_that_breaks_its_scheme_is_one_line(String example, String old, String text, String fault)
            throws Exception {
        assertThat(new ProfileFiles(folder).faults(ProfileFiles.replaced(example(example), old, text)))
                .containsExactly(fault);
    }

    @ParameterizedTest
    @CsvSource({
        "sepa-ct, 999999999.99, , 54",
        "sepa-inst, 999999999.99, , 54",
        "cgi-domestic, , , 1",
        "cgi-crossborder, , , 0"
    })
    void limits_and_countries_have_the_defaults_of_the_scheme(String scheme, String max, String min, int countries)
            throws Exception {
        var yaml = """
            id: minimal
            account: {iban: DE89370400440532013000, currency: EUR, holder: Example GmbH}
            scheme: %s
            serves: [{currency: EUR}]
            windows: {zone: Europe/Berlin, calendar: TARGET}
            in: {statements: camt.053}
            transport: {type: folder, out: out, in: in}
            """.formatted(scheme);
        var served = new ProfileFiles(folder).read(yaml).serves().getFirst();
        assertThat(served.max() == null ? null : served.max().toPlainString()).isEqualTo(max);
        assertThat(served.min()).isNull();
        assertThat(served.countries()).hasSize(countries);
    }

    @Test
    void bi_fast_and_bi_rtgs_have_the_bounds_of_bank_indonesia_by_default() throws Exception {
        var files = new ProfileFiles(folder);
        var fast = files.read(ProfileFiles.replaced(example("bi-fast"), ", countries: [ID], max: 250000000", ""));
        assertThat(fast.serves()).isEqualTo(files.read(example("bi-fast")).serves());
        var large = files.read(ProfileFiles.replaced(example("bi-rtgs"), ", countries: [ID], min: 100000000", ""));
        assertThat(large.serves()).isEqualTo(files.read(example("bi-rtgs")).serves());
    }

    private static String example(String name) throws IOException {
        return Files.readString(Path.of("../deploy/banks", name + ".yaml"));
    }
}
