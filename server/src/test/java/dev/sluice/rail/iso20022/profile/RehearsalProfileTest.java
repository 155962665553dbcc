package dev.sluice.rail.iso20022.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.iso20022.write.TransferFile.AccountNumber;
import dev.sluice.rail.iso20022.profile.BankProfile.Transport;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The test platform in a profile.
class RehearsalProfileTest {
    static final String REHEARSAL = """
            rehearsal:
              payee: {name: Test Payee, iban: DE75512108001245126199}
              rejected-account: DE02120300000000202051
              transport: {type: folder, out: ./bank/test/out, in: ./bank/test/in}
            """;

    @TempDir
    Path folder;

    private ProfileFiles files;

    @BeforeEach
    void open() {
        files = new ProfileFiles(folder);
    }

    @Test
    void it_has_defaults_of_the_profile() throws Exception {
        var rehearsal = Objects.requireNonNull(
                files.read(ProfileFiles.EXAMPLE + REHEARSAL).rehearsal());
        assertThat(rehearsal.account()).isEqualTo(new AccountNumber("DE89370400440532013000", true));
        assertThat(rehearsal.amount()).isEqualByComparingTo("1");
        assertThat(rehearsal.rejectedAccount()).isEqualTo(new AccountNumber("DE02120300000000202051", true));
        assertThat(rehearsal.payee().agent()).isNull();
        assertThat(rehearsal.transport()).isInstanceOf(Transport.Local.class);
        assertThat(files.read(ProfileFiles.EXAMPLE).rehearsal()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "type: folder, out: ./bank/test/out | type: simulator, out: ./bank/test/out | transport.type: must be"
                        + " folder or sftp: a rehearsal needs the bank's test platform",
                "out: ./bank/test/out | out: ./bank/out | transport.out: must not be the folder of transport.out: a"
                        + " rehearsal never reaches the live bank",
                "in: ./bank/test/in | in: bank/../bank/acks | transport.in: must not be the folder of transport.acks: a"
                        + " rehearsal never reaches the live bank",
                "in: ./bank/test/in | in: ./bank/test/in, name: \"P{msgId}\" | transport.name: must be that of"
                        + " transport, because names of files are rehearsed too",
                "name: Test Payee, | '' | payee.name: is missing; it must be a text of 1 to 140 characters",
                "rejected-account: DE02 | rejected-account: DE03 | rejected-account: check digits are wrong",
                "rejected-account | rejected-acount | rejected-acount: unknown key; did you mean rejected-account?"
            })
    void each_fault_names_its_key(String old, String text, String fault) throws Exception {
        assertThat(files.faults(ProfileFiles.EXAMPLE + ProfileFiles.replaced(REHEARSAL, old, text)))
                .containsExactly("rehearsal." + fault);
    }

    @Test
    void it_exchanges_files_as_the_live_bank_does() throws Exception {
        assertThat(files.faults(ProfileFiles.without("transport") + ProfileFiles.SFTP + REHEARSAL))
                .containsExactly("rehearsal.transport.type: must be that of transport, because the exchange of files is"
                        + " rehearsed too");
    }

    @Test
    void it_never_reaches_the_bank_of_another_profile() throws Exception {
        var other = ProfileFiles.EXAMPLE
                .replace("id: eur-main", "id: other")
                .replace("DE89370400440532013000", "DE75512108001245126199")
                .replace("./bank/", "./other/");
        var reaching = ProfileFiles.EXAMPLE + REHEARSAL.replace("./bank/test/out", "./other/out");
        assertThat(files.faults(List.of(files.write("a.yaml", reaching), files.write("b.yaml", other))))
                .containsExactly("a.yaml: rehearsal.transport.out: must not be the folder of transport.out: a"
                        + " rehearsal never reaches the live bank (other)");
    }
}
