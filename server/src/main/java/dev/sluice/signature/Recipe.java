package dev.sluice.signature;

import dev.sluice.client.WebhookSigner;
import java.util.Arrays;
import java.util.List;

/// A way in which a signature may have been made: the right one has no mistakes, the others are named by theirs.
public record Recipe(byte[] key, byte[] message, List<String> mistakes) {
    public Recipe {
        mistakes = List.copyOf(mistakes);
    }

    boolean makes(byte[] signature) {
        return Arrays.equals(WebhookSigner.hmac(key, message), signature);
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
