package dev.sluice.rail.stellar;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.stellar.sdk.Memo;

/// How a memo's text becomes one of the network's kinds of memo: digits are an id, 64 hex digits a hash, anything else
/// of up to 28 bytes a text. `id:`, `hash:` and `text:` in front say it outright, for the text that looks like a
/// number.
final class MemoForm {
    private static final Pattern ID = Pattern.compile("\\d{1,20}");
    private static final Pattern HASH = Pattern.compile("[0-9a-fA-F]{64}");
    private static final int TEXT_BYTES_MAX = 28;
    private static final int ID_BITS = 64;

    private MemoForm() {}

    /// The memo; nothing where the text fits none.
    static Optional<Memo> of(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return Optional.of(Memo.none());
        }
        int colon = text.indexOf(':');
        var rest = text.substring(colon + 1);
        return switch (text.substring(0, Math.max(colon, 0))) {
            case "id" -> id(rest);
            case "hash" -> hash(rest);
            case "text" -> text(rest);
            default -> id(text).or(() -> hash(text)).or(() -> text(text));
        };
    }

    private static Optional<Memo> id(String text) {
        return Optional.of(text)
                .filter(digits -> ID.matcher(digits).matches())
                .map(BigInteger::new)
                .filter(number -> number.bitLength() <= ID_BITS)
                .map(Memo::id);
    }

    private static Optional<Memo> hash(String text) {
        return Optional.of(text)
                .filter(digits -> HASH.matcher(digits).matches())
                .map(Memo::hash);
    }

    private static Optional<Memo> text(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length <= TEXT_BYTES_MAX
                ? Optional.of(Memo.text(text))
                : Optional.empty();
    }
}
