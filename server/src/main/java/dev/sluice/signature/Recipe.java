package dev.sluice.signature;

import dev.sluice.client.WebhookSigner;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/// A way in which a signature may have been made: the right one has no mistakes, the others are named by theirs.
///
/// @param text makes what is signed: hundreds of recipes have the same body in it, which is not kept for each
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

    /// Those signatures that are made so.
    List<GivenSignature> made(List<GivenSignature> given) {
        var own = WebhookSigner.hmac(key, message());
        return given.stream().filter(each -> Arrays.equals(own, each.bytes())).toList();
    }

    /// One part of what is signed, as it should be or as it often is by mistake.
    ///
    /// @param mistake empty where it is as it should be
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
