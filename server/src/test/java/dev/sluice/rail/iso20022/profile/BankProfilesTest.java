package dev.sluice.rail.iso20022.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.iso20022.write.TransferRules;
import dev.sluice.iso20022.write.TransferRules.AddressForm;
import dev.sluice.iso20022.write.TransferRules.Charset;
import dev.sluice.iso20022.write.TransferRules.Transliteration;
import dev.sluice.rail.iso20022.profile.BankProfile.Calendar;
import dev.sluice.rail.iso20022.profile.BankProfile.Inbound;
import dev.sluice.rail.iso20022.profile.BankProfile.Limits;
import dev.sluice.rail.iso20022.profile.BankProfile.PayeeCheck;
import dev.sluice.rail.iso20022.profile.BankProfile.Promises;
import dev.sluice.rail.iso20022.profile.BankProfile.Windows;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Profiles of files and folders, faults of several files, and files that are no profile.
class BankProfilesTest {
    private static final String SECOND = ProfileFiles.replaced(
            ProfileFiles.replaced(
                    ProfileFiles.EXAMPLE.replace("./bank/", "./second/"), "id: eur-main", "id: eur-second"),
            "DE89370400440532013000",
            "DE02120300000000202051");

    @TempDir
    Path folder;

    private ProfileFiles files;

    @BeforeEach
    void open() {
        files = new ProfileFiles(folder);
    }

    @Test
    void a_profile_has_the_values_of_its_file() throws Exception {
        var profile = files.read(ProfileFiles.EXAMPLE);
        assertThat(profile.rail()).isEqualTo("bank-eur-main");
        assertThat(profile.out())
                .isEqualTo(new TransferRules(
                        "pain.001.001.09",
                        Charset.SEPA_LATIN,
                        Transliteration.GERMAN,
                        AddressForm.STRUCTURED,
                        70,
                        140,
                        "SLEV",
                        "SEPA",
                        null,
                        false,
                        false));
        assertThat(profile.limits())
                .isEqualTo(new Limits(5000, new BigDecimal("250000.00"), new BigDecimal("2000000.00"), 1));
        assertThat(profile.windows())
                .isEqualTo(new Windows(
                        ZoneId.of("Europe/Berlin"),
                        Calendar.TARGET,
                        List.of(new Windows.Window(LocalTime.of(7, 0), LocalTime.of(15, 30))),
                        Duration.ofMinutes(10)));
        assertThat(profile.in())
                .isEqualTo(new Inbound(
                        Set.of("pain.002", "camt.054", "camt.052", "camt.053", "mt940", "camt.029"),
                        "camt.054",
                        Inbound.Numbers.NONE));
        assertThat(profile.promises())
                .isEqualTo(new Promises(
                        Set.of("BOOKED"),
                        Duration.ofHours(2),
                        Duration.ofHours(24),
                        new Promises.Days(2, true),
                        new Promises.Deadline(LocalTime.of(9, 0), new Promises.Days(1, true)),
                        Set.of("MsgId", "EndToEndId"),
                        Duration.ofDays(90),
                        true));
    }

    @Test
    void without_a_promise_nothing_is_sent_again_and_the_other_defaults_are_the_careful_ones() throws Exception {
        var profile = files.read("""
            id: minimal
            account: {iban: DE89 3704 0044 0532 0130 00, currency: EUR, holder: Example GmbH}
            scheme: sepa-inst
            serves: []
            windows: {zone: Europe/Berlin, calendar: none}
            in: {statements: camt.053}
            transport: {type: folder, out: out, in: in}
            """);
        assertThat(profile.account().number().number()).isEqualTo("DE89370400440532013000");
        assertThat(profile.promises().duplicatesRefusedBy()).isEmpty();
        assertThat(profile.promises().duplicatesRefusedFor()).isNull();
        assertThat(profile.promises().recalls()).isFalse();
        assertThat(profile.promises().finals()).containsExactly("BOOKED");
        assertThat(profile.payeeCheck()).isEqualTo(PayeeCheck.HOLD);
        assertThat(profile.in().creditsFrom()).isEqualTo("camt.053");
        assertThat(profile.deposits()).isNull();
        assertThat(profile.out().localInstrument()).isEqualTo("INST");
        assertThat(profile.out().batchBooking()).isNull();
        assertThat(profile.windows().open()).containsExactly(new Windows.Window(LocalTime.MIN, LocalTime.MAX));
    }

    @ParameterizedTest
    @CsvSource({"EUR,FR,true", "EUR,RS,true", "EUR,JE,true", "EUR,US,false", "CHF,CH,false"})
    void an_account_serves_its_currency_in_the_countries_of_the_profile(String currency, String country, boolean served)
            throws Exception {
        assertThat(files.read(ProfileFiles.EXAMPLE).serves(currency, country)).isEqualTo(served);
    }

    @Test
    void sepa_has_41_countries() {
        assertThat(Sepa.COUNTRIES).hasSize(41).doesNotContainAnyElementsOf(Sepa.TERRITORIES);
    }

    @Test
    void faults_of_all_files_are_reported_at_once() throws Exception {
        files.write("a.yaml", ProfileFiles.with("DE89", "DE88").replace("charset", "chraset"));
        files.write("b.yml", "id: eur");
        assertThat(files.faults(List.of(folder)))
                .startsWith(
                        "a.yaml: account.iban: check digits are wrong",
                        "a.yaml: out.chraset: unknown key; did you mean charset?",
                        "b.yml: account: is missing; it must be a mapping such as"
                                + " {iban: …, currency: EUR, holder: Example GmbH}",
                        "b.yml: scheme: is missing; it must be sepa-ct, sepa-inst, swiss, cgi-domestic,"
                                + " cgi-crossborder, bi-fast or bi-rtgs")
                .hasSize(8);
    }

    @Test
    void an_unknown_key_without_a_likely_name_lists_the_known_ones() throws Exception {
        assertThat(files.faults(ProfileFiles.with("vop: hold", "vop: hold\ncolour: red")))
                .singleElement()
                .asString()
                .startsWith("colour: unknown key; known keys are id, account, scheme, serves, out, in, ");
    }

    @Test
    void files_of_a_folder_are_read_in_the_order_of_their_names_and_once() throws Exception {
        var second = files.write("b.yml", ProfileFiles.EXAMPLE);
        files.write("a.yaml", SECOND);
        files.write(".hidden.yaml", "id: [");
        files.write("README.md", "no profile");
        Files.createDirectory(folder.resolve("old.yaml"));
        assertThat(BankProfiles.load(List.of(folder, second)))
                .extracting(BankProfile::id)
                .containsExactly("eur-second", "eur-main");
        assertThat(BankProfiles.load(List.of())).isEmpty();
    }

    @Test
    void a_path_without_a_profile_is_a_fault() throws Exception {
        var empty = Files.createDirectory(folder.resolve("empty"));
        assertThat(files.faults(List.of(folder.resolve("missing.yaml"), empty)))
                .containsExactlyInAnyOrder(
                        "missing.yaml: is no file or folder", empty + ": has no *.yaml or *.yml files");
    }

    @Test
    void two_profiles_differ_in_id_account_and_inbound_folder() throws Exception {
        files.write("a.yaml", ProfileFiles.EXAMPLE);
        files.write("b.yaml", ProfileFiles.EXAMPLE);
        assertThat(files.faults(List.of(folder)))
                .containsExactly(
                        "b.yaml: id: is also the id in a.yaml",
                        "b.yaml: account: has the number and currency of the account in a.yaml",
                        "b.yaml: transport.in: must not be the folder of transport.in of eur-main");
    }

    @Test
    void profiles_share_folders_but_not_the_inbound_one() throws Exception {
        files.write("a.yaml", ProfileFiles.EXAMPLE);
        files.write("b.yaml", SECOND.replace("./second/out", "./bank/out").replace("./second/done", "./bank/done"));
        assertThat(files.faults(List.of(folder))).isEmpty();
        files.write("b.yaml", SECOND.replace("./second/out", "./bank/in"));
        assertThat(files.faults(List.of(folder)))
                .containsExactly("a.yaml: transport.in: must not be the folder of transport.out of eur-second");
    }

    @Test
    void files_with_one_name_are_told_apart_by_their_paths() throws Exception {
        var other = Files.createDirectory(folder.resolve("other"));
        var one = files.write("a.yaml", ProfileFiles.EXAMPLE);
        var two = Files.writeString(other.resolve("a.yaml"), ProfileFiles.with("id: eur-main", "id: X"));
        assertThat(files.faults(List.of(one, two))).singleElement().asString().startsWith(two + ": id: must be ");
    }

    @Test
    void broken_yaml_is_one_line_with_its_place() throws Exception {
        assertThat(files.faults("id: a\nid: b\n")).containsExactly("line 2 is not valid YAML: found duplicate key id");
        assertThat(files.faults("id: [a\n")).singleElement().asString().startsWith("line 2 is not valid YAML: ");
        assertThat(files.faults("- id\n")).containsExactly("must be a mapping of keys to values, such as id: eur-main");
        assertThat(files.faults("")).containsExactly("must be a mapping of keys to values, such as id: eur-main");
        assertThat(files.faults("id: a\n---\nid: b\n"))
                .singleElement()
                .asString()
                .contains("is not valid YAML: ");
        assertThat(files.faults("id: !!java.net.URL [\"http://localhost\"]\n"))
                .singleElement()
                .asString()
                .startsWith("line 1 is not valid YAML: ");
    }

    @Test
    void a_small_file_cannot_fill_the_memory() throws Exception {
        var laughs = IntStream.range(1, 30)
                .mapToObj(i -> "a%d: &a%d [*a%d, *a%d]".formatted(i, i, i - 1, i - 1))
                .collect(Collectors.joining("\n", "a0: &a0 [lol]\n", "\n"));
        assertThat(files.faults(laughs)).containsExactly("line 2 must not contain aliases (*name)");
        assertThat(files.faults("id: &id [*id]\n")).containsExactly("line 1 must not contain aliases (*name)");
        assertThat(files.faults("id: " + "[".repeat(100_000)))
                .containsExactly("line 1 is nested more than 8 levels deep");
        assertThat(files.faults("id: " + "a".repeat(300_000)))
                .singleElement()
                .asString()
                .contains("not valid YAML");
        assertThat(files.faults("#" + "a".repeat(2_000_000))).containsExactly("is larger than a profile can be");
    }

    @Test
    void there_are_at_most_200_profiles() throws Exception {
        for (int i = 0; i <= BankProfiles.FILES_MAX; i++) {
            files.write(i + ".yaml", "id: a");
        }
        assertThat(files.faults(List.of(folder))).containsExactly("more than 200 bank profiles: 201");
    }

    @Test
    void a_file_of_another_encoding_is_a_fault() throws Exception {
        var file = Files.write(folder.resolve("a.yaml"), "id: Zürich".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(files.faults(List.of(file))).containsExactly("a.yaml: is not UTF-8");
    }
}
