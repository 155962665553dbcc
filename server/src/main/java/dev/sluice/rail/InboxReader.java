package dev.sluice.rail;

import dev.sluice.refusal.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reader of an inbox of notices.
public final class InboxReader {
    private static final Logger LOG = LoggerFactory.getLogger(InboxReader.class);

    private InboxReader() {}

    /// Applies notices together, or one by one if that fails: one that cannot be applied must not block the
    /// others. It stays unread.
    ///
    /// @param name describes a notice in the log
    /// @return the applied notices
    public static <N> List<N> apply(List<N> read, Consumer<List<N>> apply, Function<N, String> name) {
        try {
            apply.accept(read);
            return read;
        } catch (Refused away) {
            throw away;
        } catch (RuntimeException failed) {
            LOG.error("batch of {} reports failed, applying them one by one", read.size(), failed);
        }
        var applied = new ArrayList<N>();
        for (var notice : read) {
            try {
                apply.accept(List.of(notice));
                applied.add(notice);
            } catch (RuntimeException failed) {
                LOG.error("report {} cannot be applied", name.apply(notice), failed);
            }
        }
        return applied;
    }
}
