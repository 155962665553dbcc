package dev.sluice.rail.iso20022.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Profiles in a folder of a test, each the example of the documentation with a few replacements.
final class ProfileFiles {
    static final String EXAMPLE = """
        id: eur-main
        account: {iban: DE89370400440532013000, bic: COBADEFFXXX, currency: EUR, holder: Example GmbH, \
        address: {town: Berlin, country: DE}}
        scheme: sepa-ct
        serves: [{currency: EUR, countries: SEPA, max: 999999999.99}]
        out: {message: pain.001.001.09, charset: sepa-latin, transliterate: german, address: structured, \
        names: 70, remittance: 140, charge-bearer: SLEV, service-level: SEPA, batch: single, \
        max-per-file: 5000, max-sum-per-file: 250000.00, max-sum-per-day: 2000000.00, min-per-file: 1}
        windows: {zone: Europe/Berlin, calendar: TARGET, open: ["07:00-15:30"], every: PT10M}
        in: {status: pain.002, notices: camt.054, intraday: camt.052, statements: camt.053, also: [mt940]}
        credits-from: camt.054
        final: [booked]
        silence: {ack-by: PT2H, status-by: PT24H, booked-by: 2bd, statement-by: "09:00 next bd"}
        duplicates: {refused-by: [MsgId, EndToEndId], for: P90D}
        recall: camt.055
        vop: hold
        deposits: {method: EUR_BANK, name: Bank transfer, min: 1.00, max: 100000.00, fee-flat: 0, \
        fee-percentage: 0, by: [virtual-account, creditor-reference, remittance]}
        transport: {type: folder, out: ./bank/out, in: ./bank/in, acks: ./bank/acks, \
        out-archive: ./bank/sent, after: move, archive: ./bank/done, name: "{msgId}.xml"}
        """;

    static final String SFTP = """
        transport: {type: sftp, host: sftp.bank.example, port: 22, \
        host-key: "SHA256:Q1Tn0LAB0mPXNc3pDYb6Yv9rSkcQkq0v4bW2w7Zl9Ls", user: example, key: ./id_ed25519, \
        out: /in, temp: /in/.part, in: /out, after: move, archive: /out/done}
        """;

    private final Path folder;

    ProfileFiles(Path folder) {
        this.folder = folder;
    }

    /// Returns the example with another text in one place.
    static String with(String old, String text) {
        return replaced(EXAMPLE, old, text);
    }

    static String replaced(String yaml, String old, String text) {
        assertThat(yaml).containsOnlyOnce(old);
        return yaml.replace(old, text);
    }

    /// Returns the example without the line of a key of the first level.
    static String without(String key) {
        assertThat(EXAMPLE).containsPattern("(?m)^" + key + ":");
        return EXAMPLE.replaceAll("(?m)^" + key + ":.*\n", "");
    }

    Path write(String name, String yaml) throws IOException {
        return Files.writeString(folder.resolve(name), yaml);
    }

    BankProfile read(String yaml) throws IOException, BankProfileException {
        return BankProfiles.load(List.of(write("eur-main.yaml", yaml))).getFirst();
    }

    /// Returns the faults of a file called `eur-main.yaml`, without its name.
    List<String> faults(String yaml) throws IOException {
        return faults(List.of(write("eur-main.yaml", yaml))).stream()
                .map(line -> line.replaceFirst("^eur-main\\.yaml: ", ""))
                .toList();
    }

    List<String> faults(List<Path> paths) {
        var failure = catchThrowableOfType(BankProfileException.class, () -> BankProfiles.load(paths));
        return failure == null ? List.of() : failure.lines();
    }
}
