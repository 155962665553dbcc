package dev.sluice.rail.iso20022.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The hash of a profile. A rehearsal is valid for one hash.
class ProfileHashTest {
    @TempDir
    Path folder;

    private ProfileFiles files;
    private String hash;

    @BeforeEach
    void read() throws Exception {
        files = new ProfileFiles(folder);
        hash = files.read(ProfileFiles.EXAMPLE).hash();
    }

    @Test
    void it_is_a_sha_256_that_stays_the_same() {
        assertThat(hash).isEqualTo("323d4153a03e6441d02d5989443ed94e36bddabfa9b84c4aace62cead79deca8");
    }

    @Test
    void comments_and_the_order_of_keys_have_no_effect() throws Exception {
        var lines = Arrays.asList(ProfileFiles.EXAMPLE.split("\n"));
        Collections.reverse(lines);
        assertThat(files.read("# A comment.\n" + String.join("  # another\n", lines))
                        .hash())
                .isEqualTo(hash);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max: 999999999.99 | max: \"999999999.990\"",
                "min: 1.00 | min: 1",
                "PT24H | P1D",
                "DE89370400440532013000 | de89 3704 0044 0532 0130 00",
                "[MsgId, EndToEndId] | [EndToEndId, MsgId]",
                "calendar: TARGET | calendar: target",
                "', fee-flat: 0' | ''",
                "', min-per-file: 1' | ''"
            })
    void notations_of_one_value_have_one_hash(String old, String text) throws Exception {
        assertThat(files.read(ProfileFiles.with(old, text)).hash()).isEqualTo(hash);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "id: eur-main | id: eur-other",
                "DE89370400440532013000 | DE02120300000000202051",
                "COBADEFFXXX | COBADEFF",
                "holder: Example GmbH | holder: Example AG",
                "town: Berlin | town: Bonn",
                "scheme: sepa-ct | scheme: sepa-inst",
                "countries: SEPA | countries: [DE]",
                "max: 999999999.99 | max: 999999999.98",
                "pain.001.001.09 | pain.001.001.11",
                "names: 70 | names: 69",
                "batch: single | batch: lump",
                "07:00-15:30 | 07:00-15:31",
                "every: PT10M | every: PT11M",
                "also: [mt940] | also: [mt942]",
                "credits-from: camt.054 | credits-from: camt.053",
                "final: [booked] | final: [booked, ACSC]",
                "booked-by: 2bd | booked-by: 2d",
                "09:00 next bd | 09:01 next bd",
                "for: P90D | for: P91D",
                "recall: camt.055 | recall: none",
                "vop: hold | vop: opt-out",
                "min: 1.00 | min: 1.01",
                "creditor-reference, remittance] | remittance]",
                "', acks: ./bank/acks' | ''",
                "type: folder | type: simulator",
                "name: \"{msgId}.xml\" | name: \"{msgId}.pain\""
            })
    void every_value_has_an_effect(String old, String text) throws Exception {
        assertThat(files.read(ProfileFiles.with(old, text)).hash()).isNotEqualTo(hash);
    }

    /// A rehearsal cannot prove the address of the live bank, and a bank may move its server at any time.
    @Test
    void addresses_and_the_test_platform_have_no_effect() throws Exception {
        assertThat(files.read(ProfileFiles.with("acks: ./bank/acks", "acks: ./bank/ack"))
                        .hash())
                .isEqualTo(hash);
        var sftp = ProfileFiles.without("transport") + ProfileFiles.SFTP;
        var moved = sftp.replace("sftp.bank.example, port: 22", "new.bank.example, port: 2022")
                .replace("SHA256:Q1", "SHA256:q1")
                .replace("user: example, key: ./id_ed25519", "user: other, key: ./id_rsa")
                .replace("out: /in,", "out: /payments,");
        assertThat(moved).isNotEqualTo(sftp);
        assertThat(files.read(moved).hash()).isEqualTo(files.read(sftp).hash()).isNotEqualTo(hash);
        assertThat(files.read(ProfileFiles.EXAMPLE + RehearsalProfileTest.REHEARSAL)
                        .hash())
                .isEqualTo(hash);
    }
}
