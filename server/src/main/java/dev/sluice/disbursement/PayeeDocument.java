package dev.sluice.disbursement;

import dev.sluice.http.RawJson;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Stored payee: JSON, written once and sealed as it is; for a bank account, the JSON of the API, shown as it is. It
/// is parsed only if a rail or a proof needs its parts.
public final class PayeeDocument {
    private final byte[] json;
    private @Nullable Payee parts;
    private @Nullable WalletPayee wallet;

    private PayeeDocument(byte[] json, @Nullable Payee parts) {
        this.json = json;
        this.parts = parts;
    }

    public static PayeeDocument of(Payee payee) {
        return new PayeeDocument(payee.bytes(), payee);
    }

    public static PayeeDocument of(WalletPayee wallet) {
        var document = new PayeeDocument(wallet.bytes(), null);
        document.wallet = wallet;
        return document;
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

    /// The parts of a payee that is paid in tokens.
    public WalletPayee wallet() {
        var known = wallet;
        if (known == null) {
            known = WalletPayee.of(json);
            wallet = known;
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
