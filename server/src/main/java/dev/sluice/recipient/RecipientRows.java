package dev.sluice.recipient;

import dev.sluice.db.Times;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.recipient.Recipient.Account;
import dev.sluice.recipient.Recipient.Profile;
import dev.sluice.recipient.Recipient.Revision;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.text.Normalizer;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Conversion between a row of `recipient` and a record: the sealed document, and the columns that make a sealed row
/// searchable.
final class RecipientRows {
    private static final String SEALED = "recipient/document";
    private static final String EMAIL = "recipient/email";
    private static final String REFERENCE = "recipient/reference";

    private final Vault vault;
    private final RecipientMac macs;

    RecipientRows(Vault vault) {
        this.vault = vault;
        this.macs = new RecipientMac(vault);
    }

    /// Recipient with its document as it is stored.
    record Sealed(Recipient recipient, byte[] bytes) {}

    Sealed sealed(Recipient recipient) {
        return new Sealed(recipient, vault.seal(recipient.organizationId(), SEALED, Json.bytes(document(recipient))));
    }

    byte[] mac(Sealed sealed) {
        return macs.of(sealed);
    }

    /// Recipient, and whether its row matches its MAC.
    record Checked(Recipient recipient, boolean authentic) {}

    Checked checked(ResultSet row) throws SQLException {
        return new Checked(read(row), macs.isOf(row));
    }

    byte @Nullable [] emailFingerprint(Recipient recipient) {
        var email = recipient.email();
        return email == null ? null : emailFingerprint(recipient.organizationId(), email);
    }

    /// Returns the case-insensitive fingerprint of one address.
    byte[] emailFingerprint(UUID organizationId, String email) {
        return vault.fingerprint(organizationId, EMAIL, email.toLowerCase(Locale.ROOT));
    }

    byte @Nullable [] referenceFingerprint(Recipient recipient) {
        var reference = recipient.profile().reference();
        return reference == null || reference.isBlank()
                ? null
                : referenceFingerprint(recipient.organizationId(), reference);
    }

    byte[] referenceFingerprint(UUID organizationId, String reference) {
        return vault.fingerprint(organizationId, REFERENCE, folded(reference.strip()));
    }

    /// Returns a text for case-insensitive comparison. Upper case comes first: some letters have their pair only
    /// in that direction (ß, ſ, ς). It is done here, since the database's letters depend on its locale.
    static String folded(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC)
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
    }

    Recipient read(ResultSet row) throws SQLException {
        var organizationId = row.getObject("organization_id", UUID.class);
        var document = Json.parse(vault.open(organizationId, SEALED, row.getBytes("sealed")));
        var type = text(document, "type");
        return new Recipient(
                organizationId,
                row.getObject("id", UUID.class),
                row.getObject("user_id", UUID.class),
                new Profile(
                        row.getString("name"),
                        type == null ? null : RecipientType.valueOf(type),
                        text(document, "email"),
                        text(document, "address"),
                        text(document, "city"),
                        text(document, "postCode"),
                        text(document, "reference")),
                new Account(
                        UUID.fromString(required(document, "bankId")),
                        bank(document.get("bank")),
                        verification(document.get("verification"))),
                new Revision(row.getInt("sequence"), Times.instant(row, "updated_at")));
    }

    private static JsonObject document(Recipient recipient) {
        var profile = recipient.profile();
        var verification = recipient.verification();
        return new JsonObject()
                .putPresent(
                        "type", profile.type() == null ? null : profile.type().name())
                .putPresent("email", profile.email())
                .putPresent("address", profile.address())
                .putPresent("city", profile.city())
                .putPresent("postCode", profile.postCode())
                .putPresent("reference", profile.reference())
                .put("bankId", recipient.account().id())
                .put("bank", document(recipient.bank()))
                .putPresent("verification", verification == null ? null : RecipientJson.of(verification));
    }

    private static JsonObject document(BankDetails bank) {
        return new JsonObject()
                .putPresent("accountName", bank.accountName())
                .putPresent("bankName", bank.bankName())
                .putPresent("accountNumber", bank.accountNumber())
                .putPresent("paymentCode", bank.paymentCode())
                .putPresent("branchCode", bank.branchCode())
                .putPresent("currency", bank.currency())
                .putPresent("country", bank.country())
                .putPresent("achNumber", bank.achNumber())
                .putPresent("fedwireNumber", bank.fedwireNumber())
                .putPresent("ibanNumber", bank.ibanNumber())
                .putPresent("ifsc", bank.ifsc())
                .putPresent("accountType", bank.accountType())
                .putPresent("bankIdentifierCode", bank.bankIdentifierCode())
                .putPresent("address", bank.address())
                .putPresent("city", bank.city())
                .putPresent("province", bank.province())
                .putPresent("postCode", bank.postCode());
    }

    private static BankDetails bank(JsonNode bank) {
        return BankDetails.builder()
                .accountName(text(bank, "accountName"))
                .bankName(text(bank, "bankName"))
                .accountNumber(text(bank, "accountNumber"))
                .paymentCode(text(bank, "paymentCode"))
                .branchCode(text(bank, "branchCode"))
                .currency(text(bank, "currency"))
                .country(text(bank, "country"))
                .achNumber(text(bank, "achNumber"))
                .fedwireNumber(text(bank, "fedwireNumber"))
                .ibanNumber(text(bank, "ibanNumber"))
                .ifsc(text(bank, "ifsc"))
                .accountType(text(bank, "accountType"))
                .bankIdentifierCode(text(bank, "bankIdentifierCode"))
                .address(text(bank, "address"))
                .city(text(bank, "city"))
                .province(text(bank, "province"))
                .postCode(text(bank, "postCode"))
                .build();
    }

    private static @Nullable Verification verification(@Nullable JsonNode node) {
        return node == null
                ? null
                : new Verification(
                        Verification.Outcome.ofWire(required(node, "outcome")),
                        required(node, "suppliedName"),
                        text(node, "bankName"),
                        required(node, "provider"),
                        Instant.parse(required(node, "checkedAt")));
    }

    private static String required(JsonNode node, String name) {
        return Objects.requireNonNull(text(node, name), name);
    }

    private static @Nullable String text(JsonNode node, String name) {
        var value = node.get(name);
        return value == null ? null : value.stringValue();
    }
}
