package dev.sluice.signaturecheck;

import dev.sluice.client.WebhookSigner;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/// A way of computing a signature: the right one has no mistakes, the others list theirs.
///
/// @param text produces the signed text; computed on demand, since hundreds of recipes share one body
public record Recipe(byte[] key, Supplier<byte[]> text, List<String> mistakes) {
    public Recipe {
        mistakes = List.copyOf(mistakes);
    }

    byte[] message() {
        return text.get();
    }

    boolean makes(byte[] signature) {
        return Arrays.equals(WebhookSigner.hmac(key, message()), signature);
    }

    /// Returns the given signatures that this recipe produces.
    List<GivenSignature> matching(List<GivenSignature> given) {
        var own = WebhookSigner.hmac(key, message());
        return given.stream().filter(each -> Arrays.equals(own, each.bytes())).toList();
    }

    /// One part of the signed text, right or with a common mistake.
    ///
    /// @param mistake empty for the right value
    record Part<T>(T value, String mistake) {
        static <T> Part<T> right(T value) {
            return new Part<>(value, "");
        }
    }

    static List<String> mistakes(Part<?>... parts) {
        return Arrays.stream(parts)
                .map(Part::mistake)
                .filter(mistake -> !mistake.isEmpty())
                .toList();
    }
}
