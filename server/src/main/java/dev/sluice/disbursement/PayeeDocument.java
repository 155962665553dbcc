package dev.sluice.disbursement;

import dev.sluice.http.RawJson;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A payee as it is kept: the JSON that the wire shows, written once, sealed as it is and shown as it is. It is parsed
/// only where a rail or a proof needs its parts.
public final class PayeeDocument {
    private final byte[] json;
    private @Nullable Payee parts;

    private PayeeDocument(byte[] json, @Nullable Payee parts) {
        this.json = json;
        this.parts = parts;
    }

    public static PayeeDocument of(Payee payee) {
        return new PayeeDocument(payee.bytes(), payee);
    }

    static PayeeDocument read(byte[] json) {
        return new PayeeDocument(json, null);
    }

    public Payee parts() {
        var known = parts;
        if (known == null) {
            known = Payee.of(json);
            parts = known;
        }
        return known;
    }

    /// The document before it is sealed.
    public byte[] bytes() {
        return json;
    }

    RawJson json() {
        return new RawJson(new String(json, StandardCharsets.UTF_8));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PayeeDocument document && Arrays.equals(json, document.json);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(json);
    }
}
