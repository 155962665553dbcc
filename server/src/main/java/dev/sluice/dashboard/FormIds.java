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

/// Ids of new resources that are rendered into their form: a form that is sent twice creates one resource. Each id
/// carries a MAC over the session and the purpose of the form, so that no sender can choose the id.
public final class FormIds {
    private static final String SEPARATOR = ".";
    private static final int TAG_BYTES = 16;

    private final Hmac hmac;
    private final Supplier<UUID> ids;

    public FormIds(Vault vault, Supplier<UUID> ids) {
        this.hmac = new Hmac(vault.key("form-id"));
        this.ids = ids;
    }

    /// Returns the id in the sent form, or a new one if the form has no valid id.
    public UUID of(PageContext context, String purpose) {
        var sent = context.form().text(PageContext.FORM_KEY).orElse("");
        return Ids.parse(sent.substring(0, Math.max(0, sent.indexOf(SEPARATOR))))
                .filter(id -> isEqual(key(context, purpose, id), sent))
                .orElseGet(ids);
    }

    /// Returns the key of a rendered form, which contains the id of the future resource.
    public String key(PageContext context, String purpose, UUID id) {
        var text = purpose + "\n" + context.visitor().formToken() + "\n" + id;
        var tag = Arrays.copyOf(hmac.of(text.getBytes(StandardCharsets.UTF_8)), TAG_BYTES);
        return id + SEPARATOR + HexFormat.of().formatHex(tag);
    }

    private static boolean isEqual(String expected, String sent) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
    }
}
