package dev.sluice.rail.iso20022.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.rail.iso20022.profile.BankProfile.Deposits.Recognition;
import dev.sluice.rail.iso20022.profile.BankProfile.Deposits.VirtualRange;
import dev.sluice.rail.iso20022.profile.BankProfile.Folders;
import dev.sluice.rail.iso20022.profile.BankProfile.Transport;
import java.net.URI;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The sections `transport` and `deposits`.
class TransportAndDepositsTest {
    private static final String ON_SERVER = ProfileFiles.without("transport") + ProfileFiles.SFTP;

    @TempDir
    Path folder;

    static Stream<Arguments> folders() {
        return Stream.of(
                arguments(
                        "type: folder",
                        "type: ebics",
                        "transport.type: must be folder, sftp or simulator, not 'ebics'"),
                arguments("out: ./bank/out, ", "", "transport.out: is missing; it must be a folder such as ./bank/out"),
                arguments(
                        "in: ./bank/in",
                        "in: \"\"",
                        "transport.in: has no value; it must be a folder such as ./bank/out"),
                arguments("in: ./bank/in", "in: ./bank/../bank/out", "transport.in: must not be the folder of out"),
                arguments("acks: ./bank/acks", "acks: bank/in/", "transport.acks: must not be the folder of in"),
                arguments("acks: ./bank/acks", "temp: ./bank/in", "transport.temp: must not be the folder of in"),
                arguments(
                        "archive: ./bank/done",
                        "archive: ./bank/sent",
                        "transport.archive: must not be the folder of out-archive"),
                arguments(
                        "archive: ./bank/done, ",
                        "",
                        "transport.archive: is missing; after: move needs a folder to move to"),
                arguments("after: move", "after: delete", "transport.archive: has no effect unless after is move"),
                arguments("after: move", "after: copy", "transport.after: must be move, delete or leave, not 'copy'"),
                arguments(
                        "{msgId}.xml",
                        "payments.xml",
                        "transport.name: must contain {msgId} once and else letters, digits and . _ -, "
                                + "with no . at its begin and no .part at its end, such as {msgId}.xml, not "
                                + "'payments.xml'"),
                arguments(
                        "{msgId}.xml",
                        ".{msgId}",
                        "transport.name: must contain {msgId} once and else letters, digits and . _ -, "
                                + "with no . at its begin and no .part at its end, such as {msgId}.xml, not "
                                + "'.{msgId}'"),
                arguments(
                        "{msgId}.xml",
                        "{msgId}.part",
                        "transport.name: must contain {msgId} once and else letters, digits and . _ -, "
                                + "with no . at its begin and no .part at its end, such as {msgId}.xml, not "
                                + "'{msgId}.part'"),
                arguments(
                        "{msgId}.xml",
                        "../{msgId}",
                        "transport.name: must contain {msgId} once and else letters, digits and . _ -, "
                                + "with no . at its begin and no .part at its end, such as {msgId}.xml, not "
                                + "'../{msgId}'"),
                arguments(
                        "type: folder",
                        "type: folder, pgp: {}",
                        "transport.pgp: must name a file for at least one of decrypt, verify, encrypt and sign"),
                arguments(
                        "type: folder",
                        "type: folder, pgp: {verify: bank.pgp, password: pw}",
                        "transport.pgp.password: has no effect without decrypt or sign, whose keys it opens"),
                arguments(
                        "type: folder",
                        "type: simulator, pgp: {verify: bank.pgp}",
                        "transport.pgp: has no effect with type simulator"),
                arguments(
                        "type: folder",
                        "type: folder, host: bank.example",
                        "transport.host: has no effect unless type is sftp"));
    }

    static Stream<Arguments> servers() {
        return Stream.of(
                arguments(
                        "host: sftp.bank.example, ",
                        "",
                        "transport.host: is missing; it must be a host name or an IP address, such as "
                                + "sftp.example.com"),
                arguments(
                        "host: sftp.bank.example",
                        "host: sftp://bank.example",
                        "transport.host: must be a host name or an IP address, such as sftp.example.com, "
                                + "not 'sftp://bank.example'"),
                arguments("port: 22", "port: 65536", "transport.port: must be a number from 1 to 65535, not '65536'"),
                arguments(
                        "SHA256:",
                        "MD5:",
                        "transport.host-key: must be the fingerprint of the server's key, SHA256: and 43 "
                                + "characters, as ssh-keygen -l prints it, not "
                                + "'MD5:Q1Tn0LAB0mPXNc3pDYb6Yv9rSkcQkq0v4bW2w7Zl9Ls'"),
                arguments(
                        "user: example",
                        "user: \"\"",
                        "transport.user: has no value; it must be a user name without spaces"),
                arguments("user: example, ", "", "transport.user: is missing; it must be a user name without spaces"),
                arguments(
                        "key: ./id_ed25519, ",
                        "",
                        "transport.key: is missing; it must be a file with a private key, such as "
                                + "./bank/id_ed25519"),
                arguments("temp: /in/.part", "temp: /out/done/.", "transport.temp: must not be the folder of archive"));
    }

    static Stream<Arguments> deposits() {
        return Stream.of(
                arguments(
                        "method: EUR_BANK",
                        "method: eur bank",
                        "deposits.method: must be a code of 1 to 35 capitals, digits and underscores, "
                                + "such as EUR_BANK, not 'eur bank'"),
                arguments(
                        "name: Bank transfer, ",
                        "",
                        "deposits.name: is missing; it must be a text of 1 to 70 characters"),
                arguments(
                        "min: 1.00",
                        "min: 0",
                        "deposits.min: must be an amount of EUR above zero with at most 2 decimals and "
                                + "without thousands separators, not '0'"),
                arguments("max: 100000.00", "max: 0.99", "deposits.max: must not be below min"),
                arguments(
                        "fee-flat: 0",
                        "fee-flat: 0.005",
                        "deposits.fee-flat: must be an amount of EUR with at most 2 decimals and without "
                                + "thousands separators, not '0.005'"),
                arguments(
                        "fee-percentage: 0",
                        "fee-percentage: 100",
                        "deposits.fee-percentage: must be a percentage below 100 with at most 4 "
                                + "decimals, such as 0.5, not '100'"),
                arguments(
                        "by: [virtual-account, creditor-reference, remittance]",
                        "by: []",
                        "deposits.by: must name at least one way to recognize a deposit"),
                arguments(
                        ", by: [virtual-account, creditor-reference, remittance]",
                        "",
                        "deposits.by: is missing; it must be a list such as [virtual-account, "
                                + "creditor-reference, remittance]"),
                arguments(
                        "by: [virtual-account, creditor-reference, remittance]",
                        "by: [reference]",
                        "deposits.by[0]: must be virtual-account, creditor-reference or remittance, not "
                                + "'reference'"));
    }

    static Stream<Arguments> virtualAccounts() {
        return Stream.of(
                arguments(
                        "by: [virtual-account, creditor-reference, remittance]",
                        "by: [virtual-account]",
                        "deposits.virtual-accounts: is missing; virtual-account needs the bank's range: "
                                + "{first: …, last: …}"),
                arguments(
                        "by: [virtual-account, creditor-reference, remittance]",
                        "by: [remittance], virtual-accounts: {first: 100, last: 199}",
                        "deposits.virtual-accounts: has no effect unless by has virtual-account"),
                arguments(
                        "by: [virtual-account, creditor-reference, remittance]",
                        "by: [virtual-account], virtual-accounts: {first: DE100, last: AT199}",
                        "deposits.virtual-accounts.last: must have the length of first, and differ from "
                                + "it in digits at its end only"),
                arguments(
                        "by: [virtual-account, creditor-reference, remittance]",
                        "by: [virtual-account], virtual-accounts: {first: 100, last: 99}",
                        "deposits.virtual-accounts.last: must have the length of first, and differ from "
                                + "it in digits at its end only"),
                arguments(
                        "by: [virtual-account, creditor-reference, remittance]",
                        "by: [virtual-account], virtual-accounts: {first: 199, last: 100}",
                        "deposits.virtual-accounts.last: must not be below first"),
                arguments(
                        "by: [virtual-account, creditor-reference, remittance]",
                        "by: [virtual-account], virtual-accounts: {first: DE88370400440532013000, "
                                + "last: DE89370400440532013000}",
                        "deposits.virtual-accounts.first: check digits are wrong"),
                arguments(
                        "by: [virtual-account, creditor-reference, remittance]",
                        "by: [virtual-account], virtual-accounts: {first: va-100, last: VA199}",
                        "deposits.virtual-accounts.first: must be an account number of 1 to 34 capitals and digits, "
                                + "not 'va-100'"),
                arguments(
                        "by: [virtual-account, creditor-reference, remittance]",
                        "by: [creditor-reference], qr-iban: CH4431999123000889012",
                        "deposits.qr-iban: needs scheme swiss"));
    }

    @ParameterizedTest
    @MethodSource({"folders", "deposits", "virtualAccounts"})
    void a_faulty_value_is_one_line(String old, String text, String fault) throws Exception {
        assertThat(new ProfileFiles(folder).faults(ProfileFiles.with(old, text)))
                .containsExactly(fault);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void a_faulty_value_of_a_server_is_one_line(String old, String text, String fault) throws Exception {
        assertThat(new ProfileFiles(folder).faults(ProfileFiles.replaced(ON_SERVER, old, text)))
                .containsExactly(fault);
    }

    @Test
    void a_server_has_its_address_user_and_fingerprint() throws Exception {
        assertThat(new ProfileFiles(folder).read(ON_SERVER).transport())
                .isEqualTo(new Transport.Sftp(
                        new Folders(
                                "/in", "/in/.part", null, "/out", null, Folders.After.MOVE, "/out/done", "{msgId}.xml"),
                        URI.create("sftp://sftp.bank.example:22"),
                        "example",
                        "SHA256:Q1Tn0LAB0mPXNc3pDYb6Yv9rSkcQkq0v4bW2w7Zl9Ls",
                        Path.of("./id_ed25519")));
    }

    @Test
    void pgp_keys_are_files() throws Exception {
        var transport = new ProfileFiles(folder)
                .read(ProfileFiles.with(
                        "type: folder",
                        "type: folder, pgp: {decrypt: us.pgp, verify: bank.pgp, encrypt: bank.pgp, sign: us.pgp, "
                                + "password: pw}"))
                .transport();
        assertThat(transport.pgp())
                .isEqualTo(new Transport.Pgp(
                        Path.of("us.pgp"), Path.of("bank.pgp"), Path.of("bank.pgp"), Path.of("us.pgp"), Path.of("pw")));
    }

    @Test
    void files_stay_where_they_are_without_an_archive() throws Exception {
        var profile = new ProfileFiles(folder)
                .read(ProfileFiles.without("transport") + "transport: {type: folder, out: out, in: in}\n");
        assertThat(profile.transport())
                .isEqualTo(new Transport.Local(
                        new Folders("out", null, null, "in", null, Folders.After.LEAVE, null, "{msgId}.xml")));
    }

    @Test
    void virtual_accounts_have_a_range() throws Exception {
        var profile = new ProfileFiles(folder)
                .read(ProfileFiles.with(
                        "by: [virtual-account, creditor-reference, remittance]",
                        "by: [virtual-account], virtual-accounts: {first: 0100, last: 0199}"));
        assertThat(profile.deposits()).satisfies(deposits -> {
            assertThat(deposits.by()).containsExactly(Recognition.VIRTUAL_ACCOUNT);
            assertThat(deposits.virtualAccounts()).isEqualTo(new VirtualRange("0100", "0199"));
        });
    }
}
