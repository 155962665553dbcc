package dev.sluice.iso20022.write;

import java.util.Optional;
import java.util.UUID;

/// MsgId of a file: `M` and 26 characters `A`–`Z`, `2`–`7` made of its UUID. The prefix tells it from an EndToEndId.
public final class MsgIds {
    private static final String PREFIX = "M";

    private MsgIds() {}

    public static String of(UUID file) {
        return PREFIX + Base32.encode(file);
    }

    /// Returns the file of an identifier; empty if the identifier cannot be ours.
    public static Optional<UUID> file(String msgId) {
        return msgId.startsWith(PREFIX) ? Base32.decode(msgId.substring(PREFIX.length())) : Optional.empty();
    }
}
