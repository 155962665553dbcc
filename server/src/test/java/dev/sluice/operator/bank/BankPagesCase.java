package dev.sluice.operator.bank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.TestService;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import dev.sluice.rail.iso20022.inbound.BankBreaks;
import dev.sluice.rail.iso20022.inbound.BankEntries;
import dev.sluice.rail.iso20022.inbound.BreakKind;
import dev.sluice.rail.iso20022.inbound.StoredEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A service with a bank account. The tests write the bank's files into folders of their own.
abstract class BankPagesCase extends DashboardTest {
    static final String ACCOUNT = "/dashboard/operator/banks/eur-main";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern DECISION = Pattern.compile("/decisions/([0-9a-f-]{36})");
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static final String PROFILE = """
            id: eur-main
            account: {iban: DE89370400440532013000, bic: COBADEFFXXX, currency: EUR, holder: Example GmbH}
            scheme: sepa-ct
            serves: [{currency: EUR, countries: SEPA}]
            out: {message: pain.001.001.09, transliterate: german, max-sum-per-file: 1000.00}
            windows: {zone: Europe/Berlin, calendar: none, every: PT1S}
            in: {status: pain.002, notices: camt.054, statements: camt.053}
            credits-from: camt.054
            vop: opt-out
            deposits: {method: EUR_BANK, name: Transfer, min: 1.00, max: 1000.00, by: [creditor-reference, remittance]}
            transport: {type: folder, out: %1$s/out, in: %1$s/in, out-archive: %1$s/sent, archive: %1$s/done}
            """;

    @TempDir
    private static Path folder;

    Person first;
    Person second;

    @BeforeAll
    static void startWithBank() {
        service.close();
        try {
            for (var each : new String[] {"out", "in", "sent", "done"}) {
                Files.createDirectories(folder.resolve(each));
            }
            var file = folder.resolve("eur.yaml");
            Files.writeString(file, PROFILE.formatted(folder));
            service = TestService.start(Map.of("SLUICE_BANKS", file.toString()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        expectFaults(faults -> assertThat(faults).isEmpty());
    }

    @BeforeEach
    void comeIn() {
        first = person(Role.OPERATOR);
        second = person(Role.OPERATOR);
    }

    static LocalDate today() {
        return service.clocks().instant().atZone(ZoneId.of("Europe/Berlin")).toLocalDate();
    }

    /// Returns a notice with entries. It needs no statement before it.
    static String notice(String name, String... entries) {
        return camt("camt.054", "BkToCstmrDbtCdtNtfctn", "Ntfctn", name, String.join("", entries));
    }

    /// Returns a statement of today.
    static String statement(String name, String opening, String closing, String... entries) {
        return camt(
                "camt.053",
                "BkToCstmrStmt",
                "Stmt",
                name,
                balance("OPBD", opening) + balance("CLBD", closing) + String.join("", entries));
    }

    private static String camt(String kind, String message, String page, String name, String content) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <Document xmlns="urn:iso:std:iso:20022:tech:xsd:%s.001.08"><%s><GrpHdr><MsgId>%s</MsgId></GrpHdr>
                <%s><Id>%s</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>%s
                </%s></%s></Document>
                """.formatted(kind, message, name, page, name, content, page, message);
    }

    private static String balance(String type, String amount) {
        return """
                <Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">%s</Amt><CdtDbtInd>CRDT</CdtDbtInd>
                <Dt><Dt>%s</Dt></Dt></Bal>
                """.formatted(type, amount, today());
    }

    /// Returns a booked entry of today.
    ///
    /// @param amount negative for a debit
    static String entry(String amount, String reference, String name, String text) {
        boolean debit = amount.startsWith("-");
        return """
                <Ntry><Amt Ccy="EUR">%s</Amt><CdtDbtInd>%s</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
                <BookgDt><Dt>%s</Dt></BookgDt><ValDt><Dt>%s</Dt></ValDt><AcctSvcrRef>%s</AcctSvcrRef>
                <NtryDtls><TxDtls><RltdPties><%s><Nm>%s</Nm></%s></RltdPties><RmtInf><Ustrd>%s</Ustrd></RmtInf></TxDtls>
                </NtryDtls></Ntry>
                """.formatted(
                        debit ? amount.substring(1) : amount,
                        debit ? "DBIT" : "CRDT",
                        today(),
                        today(),
                        reference,
                        debit ? "Cdtr" : "Dbtr",
                        name,
                        debit ? "Cdtr" : "Dbtr",
                        text);
    }

    /// Returns a name that no other file has.
    static String unique(String kind) {
        return kind + NUMBER.incrementAndGet();
    }

    /// Lets the bank put a file into the folder, and returns the id of the imported file.
    static UUID receive(String name, String content) {
        try {
            var part = folder.resolve("in").resolve(name + ".part");
            Files.writeString(part, content, StandardCharsets.UTF_8);
            Files.move(part, folder.resolve("in").resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return Eventually.await(PATIENCE, "the file is read", () -> stored(name), Optional::isPresent)
                .orElseThrow();
    }

    private static Optional<UUID> stored(String name) {
        return service.connections()
                .read(handle -> handle.createQuery("""
                        SELECT id FROM rail_iso20022_inbound WHERE name = :name AND state <> 'received'
                        """)
                        .bind("name", name)
                        .mapTo(UUID.class)
                        .findOne());
    }

    static StoredEntry entryOf(String reference) {
        return service
                .connections()
                .read(handle -> new BankEntries(service.vault())
                        .ofDays(handle, "eur-main", today().minusDays(1), today().plusDays(1)))
                .stream()
                .filter(each -> reference.equals(each.bankReference()))
                .findFirst()
                .orElseThrow();
    }

    /// Returns the id of an open break about a subject.
    static UUID breakOf(BreakKind kind, String subject) {
        var breaks = new BankBreaks(service.vault(), service.clocks());
        return service.connections().read(handle -> breaks.open(handle, "eur-main")).stream()
                .filter(each -> each.kind() == kind && each.subject().equals(subject))
                .findFirst()
                .orElseThrow()
                .id();
    }

    /// Returns the path of the decision that a form has requested.
    static String decision(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
        var location = answer.headers().firstValue("Location").orElseThrow();
        var matcher = DECISION.matcher(location);
        assertThat(matcher.find()).as(location).isTrue();
        return ACCOUNT + "/decisions/" + matcher.group(1);
    }
}
