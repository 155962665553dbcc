package dev.sluice.dashboard;

import dev.sluice.http.Ids;
import dev.sluice.vault.Hmac;
import dev.sluice.vault.Vault;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import java.util.function.Supplier;

/// Ids of what forms make, given out with the form: a form that is sent twice makes one. Each carries a MAC over the
/// session and the purpose of its form, so nobody chooses the id of what they make.
public final class FormIds {
    private static final String SEPARATOR = ".";
    private static final int TAG_BYTES = 16;

    private final Hmac hmac;
    private final Supplier<UUID> ids;

    public FormIds(Vault vault, Supplier<UUID> ids) {
        this.hmac = new Hmac(vault.key("form-id"));
        this.ids = ids;
    }

    /// The id that the sent form was given, or a new one where it has none that was given out for it.
    public UUID of(Visit visit, String purpose) {
        var sent = visit.form().text(Visit.FORM_KEY).orElse("");
        return Ids.parse(sent.substring(0, Math.max(0, sent.indexOf(SEPARATOR))))
                .filter(id -> isEqual(key(visit, purpose, id), sent))
                .orElseGet(ids);
    }

    /// The key of a form that is shown, with the id of what it will make.
    public String key(Visit visit, String purpose, UUID id) {
        var text = purpose + "\n" + visit.visitor().formToken() + "\n" + id;
        var tag = Arrays.copyOf(hmac.of(text.getBytes(StandardCharsets.UTF_8)), TAG_BYTES);
        return id + SEPARATOR + HexFormat.of().formatHex(tag);
    }

    private static boolean isEqual(String expected, String sent) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
    }
}
