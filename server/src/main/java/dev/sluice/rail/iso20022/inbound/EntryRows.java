package dev.sluice.rail.iso20022.inbound;

import dev.sluice.db.Times;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.iso20022.EntryDetails;
import dev.sluice.iso20022.Remittance;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Content;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Match;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Source;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Status;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Whole;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Conversion between entries and their rows. Personal data is sealed without an organization: the owner of the money
/// is found later. The MAC covers all fields.
final class EntryRows {
    static final UUID NOBODY = new UUID(0, 0);
    private static final String PURPOSE = "rail/bank/entry";
    private static final String SEPARATOR = "|";
    private static final int SOURCE_PARTS = 4;

    private final Vault vault;
    private final RecordMac macs;

    EntryRows(Vault vault) {
        this.vault = vault;
        this.macs = vault.mac(PURPOSE);
    }

    /// Entry as it is stored.
    ///
    /// @param entry without its content until the MAC is verified
    record Row(StoredEntry entry, byte[] sealed, byte @Nullable [] mac) {}

    Row seal(StoredEntry entry) {
        var sealed = vault.seal(NOBODY, PURPOSE, Json.bytes(document(entry.content())));
        return new Row(entry, sealed, macs.of(fields(entry, sealed)));
    }

    boolean isAuthentic(Row row) {
        return macs.isOf(row.mac(), fields(row.entry(), row.sealed()));
    }

    /// Returns the entry of an authentic row.
    StoredEntry open(Row row) {
        if (!isAuthentic(row)) {
            throw new AlteredRecord("bank entry " + row.entry().id());
        }
        var from = row.entry();
        var content = content(Json.parse(vault.open(NOBODY, PURPOSE, row.sealed())));
        return new StoredEntry.Change(from).content(from.references(), content).entry();
    }

    private static JsonObject document(Content content) {
        var other = content.counterparty();
        return new JsonObject()
                .putPresent("name", other.name())
                .putPresent("account", other.account())
                .putPresent("bank", other.bank())
                .putPresent("ownAccount", content.ownAccount())
                .put("text", content.text())
                .putPresent("charges", content.charges())
                .put("references", content.remittance().references())
                .put("lines", content.remittance().lines());
    }

    private static Content content(JsonNode document) {
        return new Content(
                new EntryDetails.Counterparty(
                        text(document, "name"), text(document, "account"), text(document, "bank")),
                new Remittance(texts(document, "references"), texts(document, "lines")),
                text(document, "ownAccount"),
                Objects.requireNonNullElse(text(document, "text"), ""),
                text(document, "charges"));
    }

    private static @Nullable String text(JsonNode document, String name) {
        var value = document.get(name);
        return value == null ? null : value.stringValue();
    }

    private static List<String> texts(JsonNode document, String name) {
        return document.get(name).valueStream().map(JsonNode::stringValue).toList();
    }

    static List<String> sources(StoredEntry entry) {
        return entry.sources().stream().map(EntryRows::text).toList();
    }

    private static String text(Source source) {
        return String.join(
                SEPARATOR,
                source.kind(),
                source.at().toString(),
                source.file().toString(),
                source.statement() == null ? "" : source.statement());
    }

    private static Source source(String text) {
        var parts = text.split("\\|", SOURCE_PARTS);
        try {
            return new Source(
                    parts[0], Instant.parse(parts[1]), parts[3].isEmpty() ? null : parts[3], UUID.fromString(parts[2]));
        } catch (DateTimeException | IllegalArgumentException | IndexOutOfBoundsException altered) {
            return new Source("altered", Instant.EPOCH, null, NOBODY);
        }
    }

    static @Nullable Instant statedAt(StoredEntry entry) {
        return entry.sources().stream()
                .filter(Source::isStatement)
                .map(Source::at)
                .findFirst()
                .orElse(null);
    }

    private static List<@Nullable Object> fields(StoredEntry entry, byte[] sealed) {
        var references = entry.references();
        var match = entry.match();
        return Arrays.asList(
                entry.id(),
                entry.account(),
                entry.key(),
                entry.whole().id(),
                entry.whole().part(),
                entry.whole().parts(),
                entry.whole().amount().units(),
                entry.bankReference(),
                entry.whole().reference(),
                entry.amount().units(),
                entry.amount().asset().code(),
                entry.amount().asset().exponent(),
                entry.credit(),
                entry.creditable(),
                entry.status(),
                entry.bookedOn(),
                entry.valueOn(),
                references.endToEndId(),
                references.msgId(),
                references.paymentInformationId(),
                references.instructionId(),
                references.uetr(),
                entry.returnCode(),
                entry.details(),
                entry.code(),
                sealed,
                String.join("\n", sources(entry)),
                micros(statedAt(entry)),
                micros(entry.seenAt()),
                match == null ? null : match.kind(),
                match == null ? null : match.subject(),
                entry.fault(),
                micros(entry.creditedAt()),
                entry.reversedBy());
    }

    private static @Nullable Instant micros(@Nullable Instant at) {
        return at == null ? null : at.truncatedTo(ChronoUnit.MICROS);
    }

    static Row read(ResultSet row) throws SQLException {
        var asset = Asset.fiat(row.getString("asset"), row.getInt("exponent"));
        var bankReference = row.getString("bank_reference");
        var kind = Optional.ofNullable(row.getString("match_kind"));
        return new Row(
                new StoredEntry(
                        row.getObject("id", UUID.class),
                        row.getString("account"),
                        row.getString("key"),
                        new Whole(
                                row.getObject("booking_id", UUID.class),
                                row.getString("entry_reference"),
                                new Money(row.getBigDecimal("whole_units").toBigInteger(), asset),
                                row.getInt("part"),
                                row.getInt("parts")),
                        bankReference,
                        new Money(row.getBigDecimal("units").toBigInteger(), asset),
                        row.getBoolean("credit"),
                        row.getBoolean("creditable"),
                        Status.valueOf(upper(row.getString("status"))),
                        row.getObject("booked_on", LocalDate.class),
                        row.getObject("value_on", LocalDate.class),
                        references(row, bankReference),
                        row.getString("return_code"),
                        row.getInt("details"),
                        row.getString("code"),
                        new Content(EntryDetails.Counterparty.NONE, Remittance.NONE, null, "", null),
                        Arrays.stream((String[]) row.getArray("sources").getArray())
                                .map(EntryRows::source)
                                .toList(),
                        Times.instant(row, "seen_at"),
                        kind.isEmpty()
                                ? null
                                : new Match(Match.Kind.valueOf(upper(kind.get())), row.getString("match_subject")),
                        row.getString("fault"),
                        Times.optionalInstant(row, "credited_at"),
                        row.getObject("reversed_by", UUID.class)),
                row.getBytes("sealed"),
                row.getBytes("mac"));
    }

    private static EntryDetails.References references(ResultSet row, @Nullable String bankReference)
            throws SQLException {
        return new EntryDetails.References(
                row.getString("end_to_end_id"),
                bankReference,
                row.getString("message_id"),
                row.getString("payment_information_id"),
                row.getString("instruction_id"),
                row.getString("uetr"));
    }

    private static String upper(String text) {
        return text.toUpperCase(Locale.ROOT);
    }
}
