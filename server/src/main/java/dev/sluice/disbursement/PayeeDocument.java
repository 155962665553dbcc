package dev.sluice.disbursement;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.http.Json;
import dev.sluice.http.RawJson;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Stored payee: JSON, written once and sealed as it is; for a bank account, the JSON of the API, and at its
/// end the postal address, which the API does not show. It is parsed only if a rail or a proof needs its
/// parts.
public final class PayeeDocument {
    private static final String WALLET_BEGIN = "{\"" + WalletPayee.NETWORK + "\":";
    /// Start of the member with the postal address. No text contains it: JSON escapes the quotes of texts.
    private static final String ADDRESS_BEGIN = ",\"" + Payee.ADDRESS + "\":{";

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

    /// Reports whether the payee is paid in tokens. The sealed document tells, whatever the columns beside it say.
    ///
    /// @param likely the kind that a column says, with which nothing has to be parsed where it is right
    boolean isWallet(boolean likely) {
        if (wallet != null || parts != null) {
            return wallet != null;
        }
        int length = Math.min(json.length, WALLET_BEGIN.length());
        boolean beginsAsWallet = new String(json, 0, length, UTF_8).equals(WALLET_BEGIN);
        return beginsAsWallet == likely ? likely : Json.parse(json).has(WalletPayee.NETWORK);
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

    /// Returns the JSON of the API, without the postal address.
    RawJson json() {
        var document = new String(json, UTF_8);
        int address = document.lastIndexOf(ADDRESS_BEGIN);
        return new RawJson(address < 0 ? document : document.substring(0, address) + "}");
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
