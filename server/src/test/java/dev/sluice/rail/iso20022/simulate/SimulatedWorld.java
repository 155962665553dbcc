package dev.sluice.rail.iso20022.simulate;

import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfiles;
import dev.sluice.rail.sandbox.bank.BankSettings;
import dev.sluice.rail.sandbox.bank.Knob;
import dev.sluice.rail.sandbox.bank.Knobs;
import dev.sluice.rail.sandbox.bank.Knobs.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// An account with a profile, and the bank behind it. The bank refuses no duplicates, so that every
/// second copy of a payment is paid, or it promises to refuse a second file of one MsgId.
///
/// @param faulty the bank makes faults
record SimulatedWorld(BankProfile profile, BankSettings settings, boolean faulty) {
    static final UUID ORGANIZATION = UUID.fromString("01993f80-0000-7000-8000-000000000001");
    /// The simulated bank refuses payments to this account.
    static final String CLOSED_ACCOUNT = "DE94100100109999000002";

    private static final String IBAN = "DE89370400440532013000";
    private static final int RARE = 120;
    private static final List<Knob> KNOBS = List.of(
            Knob.NO_ANSWER,
            Knob.STATUS_LATE,
            Knob.STATUS_TWICE,
            Knob.STATUS_OUT_OF_ORDER,
            Knob.STATUS_IN_PARTS,
            Knob.TRUNCATED,
            Knob.WRONG_TOTALS,
            Knob.FILE_LOST,
            Knob.STORED_NOTHING,
            Knob.LUMP_WITH_DETAILS,
            Knob.LUMP_WITHOUT_DETAILS,
            Knob.RETURNED,
            Knob.SIGNATURE_MISSING,
            Knob.ENTRY_WITHOUT_REFERENCES,
            Knob.NUMBERS_RESTART);

    private static final String PROFILE = """
            id: %s
            account: {iban: %s, bic: COBADEFFXXX, currency: EUR, holder: Example GmbH}
            scheme: sepa-ct
            serves: [{currency: EUR, countries: SEPA, max: 50000.00}]
            out: {message: pain.001.001.09, charset: sepa-latin, transliterate: german, max-per-file: 3}
            windows: {zone: Europe/Berlin, calendar: none, open: ["00:00-24:00"], every: PT1S}
            in: {status: pain.002, notices: camt.054, statements: camt.053}
            credits-from: camt.054
            final: [booked]
            silence: {ack-by: PT2H, status-by: PT24H, booked-by: 2bd, statement-by: "09:00 next bd"}
            vop: opt-out
            %s
            deposits: {method: EUR_BANK, name: Bank transfer, min: 1.00, max: 1000.00, by: [remittance]}
            transport: {type: folder, out: %s/out, in: %s/in, archive: %s/done%s}
            """;

    /// Banks of even seeds keep the files that they took in a folder of the profile; one in three
    /// makes no faults.
    static SimulatedWorld of(String name, Path root, long seed) throws Exception {
        boolean archives = seed % 2 == 0;
        boolean promises = seed % 4 == 1;
        var file = root.resolve(name + ".yaml");
        var folder = root.resolve(name);
        Files.writeString(
                file,
                PROFILE.formatted(
                        name,
                        IBAN,
                        promises ? "duplicates: {refused-by: [MsgId], for: P90D}" : "",
                        folder,
                        folder,
                        folder,
                        archives ? ", out-archive: " + folder + "/sent" : ""));
        var profile = BankProfiles.load(List.of(file)).getFirst();
        return new SimulatedWorld(profile, settings(name, folder, archives, promises), seed % 3 > 0);
    }

    private static BankSettings settings(String name, Path folder, boolean archives, boolean promises) {
        return new BankSettings(
                name,
                new BankSettings.Account(IBAN, true, "COBADEFFXXX", "EUR", 2, "Example GmbH"),
                new BankSettings.Folders(
                        folder.resolve("out"), folder.resolve("in"), null, archives ? folder.resolve("sent") : null),
                new BankSettings.Accepts(
                        "pain.001.001.09",
                        BankSettings.Charset.SEPA_LATIN,
                        70,
                        140,
                        "SLEV",
                        99_999_999_999L,
                        false,
                        promises ? Set.of("MsgId") : Set.of(),
                        Duration.ofDays(90),
                        false,
                        false),
                new BankSettings.Sends(
                        "pain.002.001.10",
                        BankSettings.Level.GROUP,
                        "ACSC",
                        "camt.054.001.08",
                        null,
                        "camt.053.001.08",
                        false,
                        true),
                BankSettings.Prices.NONE,
                BankSettings.Timing.ORDINARY,
                100_000_000,
                ZoneId.of("Europe/Berlin"),
                false);
    }

    Knobs knobs(long seed) {
        var knobs = new EnumMap<Knob, Setting>(Knob.class);
        KNOBS.forEach(each -> knobs.put(each, new Setting(RARE, Set.of())));
        return new Knobs(seed, faulty ? knobs : Map.of());
    }
}
