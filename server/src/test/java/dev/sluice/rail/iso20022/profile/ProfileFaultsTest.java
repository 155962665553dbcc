package dev.sluice.rail.iso20022.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Messages about faulty values of a profile. Rules of schemes are in [SchemeRulesTest].
class ProfileFaultsTest {
    @TempDir
    Path folder;

    private ProfileFiles files;

    @BeforeEach
    void open() {
        files = new ProfileFiles(folder);
    }

    @Test
    void the_example_has_no_fault() throws Exception {
        assertThat(files.faults(ProfileFiles.EXAMPLE)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource({"identity", "account", "serves", "out", "windows", "inbound", "promises"})
    void a_faulty_value_is_one_line_that_says_what_is_right(String old, String text, String fault) throws Exception {
        assertThat(files.faults(ProfileFiles.with(old, text))).containsExactly(fault);
    }

    static Stream<Arguments> identity() {
        return Stream.of(
                arguments(
                        "id: eur-main",
                        "id: EUR_main",
                        "id: must be 1 to 40 lower-case letters, digits and hyphens, such as eur-main, "
                                + "not 'EUR_main'"),
                arguments(
                        "id: eur-main",
                        "id: " + "a".repeat(41),
                        "id: must be 1 to 40 lower-case letters, digits and hyphens, such as eur-main, "
                                + "not 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'"),
                arguments(
                        "id: eur-main",
                        "id:",
                        "id: has no value; it must be 1 to 40 lower-case letters, digits and hyphens, "
                                + "such as eur-main"),
                arguments(
                        "id: eur-main",
                        "id: [eur]",
                        "id: must be a single value; it must be 1 to 40 lower-case letters, digits and "
                                + "hyphens, such as eur-main"),
                arguments(
                        "id: eur-main\n",
                        "",
                        "id: is missing; it must be 1 to 40 lower-case letters, digits and hyphens, such "
                                + "as eur-main"),
                arguments(
                        "scheme: sepa-ct",
                        "scheme: sepa",
                        "scheme: must be sepa-ct, sepa-inst, swiss, cgi-domestic, cgi-crossborder, "
                                + "bi-fast or bi-rtgs, not 'sepa'"),
                arguments("vop: hold", "vop: ask", "vop: must be opt-out, release-matches or hold, not 'ask'"),
                arguments("vop: hold", "vop: hold\nsilense: {}", "silense: unknown key; did you mean silence?"));
    }

    static Stream<Arguments> account() {
        return Stream.of(
                arguments("iban: DE89", "iban: DE88", "account.iban: check digits are wrong"),
                arguments("iban: DE89", "iban: DE00", "account.iban: check digits are wrong"),
                arguments(
                        "iban: DE89370400440532013000",
                        "iban: DE8937040044053201300",
                        "account.iban: must have 22 characters, as IBANs of DE have, not 21"),
                arguments(
                        "iban: DE89370400440532013000",
                        "iban: XY89370400440532013000",
                        "account.iban: must begin with the code of a country with IBANs, not XY"),
                arguments("iban: DE89370400440532013000", "iban: 1234", "account.iban: must be an IBAN, not '1234'"),
                arguments(
                        "iban: DE89370400440532013000, ",
                        "",
                        "account.iban: is missing; it must be an IBAN; at a bank without IBANs, number "
                                + "is its account number"),
                arguments(
                        "iban: DE89", "number: 12345678, iban: DE89", "account.number: must not be given beside iban"),
                arguments(
                        "bic: COBADEFFXXX",
                        "bic: COBADE",
                        "account.bic: must be a BIC such as COBADEFFXXX, not 'COBADE'"),
                arguments(
                        "bic: COBADEFFXXX",
                        "bic: COBAXYFFXXX",
                        "account.bic: must be a BIC such as COBADEFFXXX, not 'COBAXYFFXXX'"),
                arguments(
                        "currency: EUR, holder",
                        "currency: EURO, holder",
                        "account.currency: must be a currency of ISO 4217, such as EUR, not 'EURO'"),
                arguments(
                        "holder: Example GmbH",
                        "holder: " + "A".repeat(141),
                        "account.holder: must be a text of 1 to 140 characters, not "
                                + "'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA…'"),
                arguments(
                        "holder: Example GmbH",
                        "holder: " + "A".repeat(71),
                        "account.holder: must have at most 70 characters, as out.names says"),
                arguments(
                        "holder: Example GmbH",
                        "holder: \"Example\\nGmbH\"",
                        "account.holder: must be a text of 1 to 140 characters, not 'Example?GmbH'"),
                arguments(
                        "town: Berlin, ",
                        "",
                        "account.address.town: is missing; it must be a text of 1 to 35 characters"),
                arguments(
                        "country: DE}",
                        "country: Germany}",
                        "account.address.country: must be a country of ISO 3166, such as DE, not 'Germany'"),
                arguments(
                        "address: {town: Berlin, country: DE}",
                        "address: Berlin",
                        "account.address: must be a mapping of keys to values"));
    }

    static Stream<Arguments> serves() {
        return Stream.of(
                arguments(
                        "serves: [{currency: EUR, countries: SEPA, max: 999999999.99}]\n",
                        "",
                        "serves: is missing; it must be a list such as [{currency: EUR, countries: "
                                + "SEPA}], or [] for none"),
                arguments(
                        "[{currency: EUR, countries: SEPA, max: 999999999.99}]",
                        "EUR",
                        "serves: must be a list, such as [a, b]"),
                arguments(
                        "[{currency: EUR, countries: SEPA, max: 999999999.99}]",
                        "[EUR]",
                        "serves[0]: must be a mapping of keys to values"),
                arguments(
                        "{currency: EUR, countries: SEPA",
                        "{currency: USD, countries: SEPA",
                        "serves[0].currency: must be EUR, the currency of the account"),
                arguments(
                        "countries: SEPA",
                        "countries: EWR",
                        "serves[0].countries: must be SEPA or a country of ISO 3166, such as DE, not 'EWR'"),
                arguments(
                        "countries: SEPA",
                        "countries: [DE, XX]",
                        "serves[0].countries[1]: must be SEPA or a country of ISO 3166, such as DE, not 'XX'"),
                arguments("countries: SEPA", "countries: [DE, DE]", "serves[0].countries[1]: is named twice"),
                arguments(
                        "countries: SEPA",
                        "countries: []",
                        "serves[0].countries: must name a country; without the key, the scheme decides"),
                arguments(
                        "max: 999999999.99",
                        "max: 1.005",
                        "serves[0].max: must be an amount of EUR above zero with at most 2 decimals and "
                                + "without thousands separators, not '1.005'"),
                arguments(
                        "max: 999999999.99",
                        "max: 1e6",
                        "serves[0].max: must be an amount of EUR above zero with at most 2 decimals and "
                                + "without thousands separators, not '1e6'"),
                arguments(
                        "max: 999999999.99",
                        "max: 1_000_000",
                        "serves[0].max: must be an amount of EUR above zero with at most 2 decimals and "
                                + "without thousands separators, not '1_000_000'"),
                arguments(
                        "max: 999999999.99",
                        "max: 0",
                        "serves[0].max: must be an amount of EUR above zero with at most 2 decimals and "
                                + "without thousands separators, not '0'"),
                arguments(
                        "max: 999999999.99",
                        "max: -5",
                        "serves[0].max: must be an amount of EUR above zero with at most 2 decimals and "
                                + "without thousands separators, not '-5'"),
                arguments("max: 999999999.99", "max: 10, min: 20", "serves[0].min: must be at most max"));
    }

    static Stream<Arguments> out() {
        return Stream.of(
                arguments(
                        "pain.001.001.09",
                        "pain.001.001.02",
                        "out.message: must be pain.001.001.03, pain.001.001.09 or pain.001.001.11, not "
                                + "'pain.001.001.02'"),
                arguments(
                        "charset: sepa-latin",
                        "charset: latin1",
                        "out.charset: must be sepa-latin, latin-extended, swift-x or utf-8, not 'latin1'"),
                arguments(
                        "charset: sepa-latin",
                        "chraset: sepa-latin",
                        "out.chraset: unknown key; did you mean charset?"),
                arguments(
                        "transliterate: german",
                        "transliterate: swiss",
                        "out.transliterate: must be none, plain or german, not 'swiss'"),
                arguments(
                        "address: structured",
                        "address: lines",
                        "out.address: must be none, structured, hybrid or required, not 'lines'"),
                arguments("names: 70", "names: 0", "out.names: must be a number from 1 to 140, not '0'"),
                arguments(
                        "remittance: 140",
                        "remittance: 141",
                        "out.remittance: must be a number from 0 to 140, not '141'"),
                arguments(
                        "charge-bearer: SLEV",
                        "charge-bearer: OUR",
                        "out.charge-bearer: must be SLEV, SHAR, DEBT, CRED or none, not 'OUR'"),
                arguments(
                        "service-level: SEPA",
                        "service-level: sepa!",
                        "out.service-level: must be a code of 1 to 4 capitals and digits, such as SEPA, "
                                + "or none, not 'sepa!'"),
                arguments(
                        "service-level: SEPA",
                        "service-level: SEPA, local-instrument: in-st",
                        "out.local-instrument: must be a code of 1 to 35 capitals and digits, such as "
                                + "INST, or none, not 'in-st'"),
                arguments("batch: single", "batch: one", "out.batch: must be single, lump or none, not 'one'"),
                arguments(
                        "batch: single",
                        "batch: single, whole-units: 1",
                        "out.whole-units: must be true or false, not '1'"),
                arguments(
                        "max-per-file: 5000",
                        "max-per-file: 5k",
                        "out.max-per-file: must be a number from 1 to 100000, not '5k'"),
                arguments("min-per-file: 1", "min-per-file: 5001", "out.min-per-file: must be at most max-per-file"),
                arguments(
                        "max-sum-per-file: 250000.00",
                        "max-sum-per-file: 250000.001",
                        "out.max-sum-per-file: must be an amount of EUR above zero with at most 2 "
                                + "decimals and without thousands separators, not '250000.001'"),
                arguments(
                        "max-sum-per-file: 250000.00",
                        "max-sum-per-file: 2000000.01",
                        "out.max-sum-per-file: must be at most max-sum-per-day"),
                arguments(
                        "max-sum-per-day: 2000000.00",
                        "max-sum-per-day: many",
                        "out.max-sum-per-day: must be an amount of EUR above zero with at most 2 "
                                + "decimals and without thousands separators, not 'many'"));
    }

    static Stream<Arguments> windows() {
        return Stream.of(
                arguments(
                        "zone: Europe/Berlin",
                        "zone: Berlin",
                        "windows.zone: must be a time zone such as Europe/Berlin, not 'Berlin'"),
                arguments(
                        "zone: Europe/Berlin, ",
                        "",
                        "windows.zone: is missing; it must be a time zone such as Europe/Berlin"),
                arguments(
                        "calendar: TARGET",
                        "calendar: TARGET2",
                        "windows.calendar: must be TARGET, SIX, indonesia, weekdays or none, not 'TARGET2'"),
                arguments(
                        "calendar: TARGET",
                        "calendar: indonesia",
                        "windows.holidays: is missing; calendar indonesia needs the dates that the "
                                + "government decreed"),
                arguments(
                        "calendar: TARGET",
                        "calendar: indonesia, holidays: [2026-02-30]",
                        "windows.holidays[0]: must be a date such as 2026-12-25, not '2026-02-30'"),
                arguments(
                        "calendar: TARGET",
                        "calendar: none, holidays: [2026-12-24]",
                        "windows.holidays: has no effect with calendar none"),
                arguments(
                        "07:00-15:30",
                        "7:00-15:30",
                        "windows.open[0]: must be a time of the day such as 07:00-15:30, or 00:00-24:00, "
                                + "not '7:00-15:30'"),
                arguments("07:00-15:30", "15:30-07:00", "windows.open[0]: must end after its begin, not '15:30-07:00'"),
                arguments(
                        "07:00-15:30",
                        "24:00-24:00",
                        "windows.open[0]: must be a time of the day such as 07:00-15:30, or 00:00-24:00, "
                                + "not '24:00-24:00'"),
                arguments(
                        "[\"07:00-15:30\"]",
                        "[\"07:00-12:00\", \"11:00-15:30\"]",
                        "windows.open: must be in ascending order, without overlaps"),
                arguments(
                        "[\"07:00-15:30\"]",
                        "[]",
                        "windows.open: must have at least one time, such as [\"07:00-15:30\"]"),
                arguments("[\"07:00-15:30\"]", "07:00-15:30", "windows.open: must be a list, such as [a, b]"),
                arguments(
                        "every: PT10M",
                        "every: 10",
                        "windows.every: must be a duration from PT1S to PT24H, such as PT10M, not '10'"),
                arguments(
                        "every: PT10M",
                        "every: PT0.5S",
                        "windows.every: must be a duration from PT1S to PT24H, such as PT10M, not 'PT0.5S'"));
    }

    static Stream<Arguments> inbound() {
        return Stream.of(
                arguments("status: pain.002", "status: pain.001", "in.status: must be pain.002, not 'pain.001'"),
                arguments("notices: camt.054", "notices: camt.053", "in.notices: must be camt.054, not 'camt.053'"),
                arguments(
                        "intraday: camt.052",
                        "intraday: camt.053",
                        "in.intraday: must be camt.052 or mt942, not 'camt.053'"),
                arguments(
                        "statements: camt.053",
                        "statements: camt.054",
                        "in.statements: must be camt.053, mt940 or csv, not 'camt.054'"),
                arguments("statements: camt.053, ", "", "in.statements: is missing; it must be camt.053, mt940 or csv"),
                arguments(
                        "also: [mt940]",
                        "also: [xls]",
                        "in.also[0]: must be pain.002, camt.052, camt.053, camt.054, mt940, mt942, "
                                + "camt.029 or csv, not 'xls'"),
                arguments(
                        "also: [mt940]",
                        "also: [mt940], numbers: daily",
                        "in.numbers: must be yearly or none, not 'daily'"),
                arguments(
                        "credits-from: camt.054",
                        "credits-from: mt942",
                        "credits-from: must be camt.053, camt.054, camt.052, mt940 or csv, not 'mt942'"),
                arguments(
                        "notices: camt.054, ",
                        "",
                        "credits-from: must be a kind that in names: camt.052, camt.053, mt940"));
    }

    static Stream<Arguments> promises() {
        return Stream.of(
                arguments("final: [booked]", "final: [paid]", "final[0]: must be booked, ACSC or ACCC, not 'paid'"),
                arguments("final: [booked]", "final: []", "final: must name at least one of booked, ACSC and ACCC"),
                arguments("final: [booked]", "final: booked", "final: must be a list, such as [a, b]"),
                arguments(
                        "ack-by: PT2H",
                        "ack-by: 2 hours",
                        "silence.ack-by: must be a duration from PT1S to P30D, such as PT2H, not '2 hours'"),
                arguments("ack-by: PT2H", "ack-by: PT25H", "silence.ack-by: must be at most status-by"),
                arguments(
                        "status-by: PT24H",
                        "status-by: P31D",
                        "silence.status-by: must be a duration from PT1S to P30D, such as PT2H, not 'P31D'"),
                arguments(
                        "booked-by: 2bd",
                        "booked-by: PT48H",
                        "silence.booked-by: must be 0 to 30 days, such as 2bd (business days) or 2d, not 'PT48H'"),
                arguments(
                        "09:00 next bd",
                        "9:00 next bd",
                        "silence.statement-by: must be a time of a later day, such as 09:00 next bd "
                                + "(business day), 09:00 next d or 09:00 2bd, not '9:00 next bd'"),
                arguments(
                        "09:00 next bd",
                        "09:00",
                        "silence.statement-by: must be a time of a later day, such as 09:00 next bd "
                                + "(business day), 09:00 next d or 09:00 2bd, not '09:00'"),
                arguments(
                        "refused-by: [MsgId, EndToEndId]",
                        "refused-by: [PmtInfId]",
                        "duplicates.refused-by[0]: must be MsgId or EndToEndId, not 'PmtInfId'"),
                arguments(
                        "refused-by: [MsgId, EndToEndId], ",
                        "",
                        "duplicates.refused-by: must name MsgId or EndToEndId; without a promise, omit duplicates"),
                arguments(
                        ", for: P90D",
                        "",
                        "duplicates.for: is missing; it must be a duration from PT1H to P400D, such as P90D"),
                arguments(
                        "for: P90D",
                        "for: PT12H",
                        "duplicates.for: must be longer than silence.status-by, because nothing is sent "
                                + "again before"),
                arguments("recall: camt.055", "recall: camt.056", "recall: must be camt.055 or none, not 'camt.056'"));
    }
}
