package dev.sluice.screening;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Provider of screening: the operator's own list or a vendor's service.
public interface Screener {
    /// Name in rows, on pages and in the metrics' tags.
    String name();

    /// Screens one party. A provider that fails or has nothing to compare with is unavailable, never clear.
    Finding screen(Question question);

    /// Party to screen.
    ///
    /// @param reference our reference of the check, the same at each retry
    record Question(CheckKind kind, Party party, String reference) {}

    /// Answer of a provider.
    sealed interface Finding {
        /// The party has no matches.
        ///
        /// @param reference the provider's
        record Clear(@Nullable String reference) implements Finding {}

        /// The party may be on a list.
        record Hit(@Nullable String reference, List<Match> matches) implements Finding {
            public Hit {
                matches = List.copyOf(matches);
                if (matches.isEmpty()) {
                    throw new IllegalArgumentException("a hit has a match");
                }
            }
        }

        /// The provider has no answer now.
        ///
        /// @param reason in a few words, for operators
        record Unavailable(String reason) implements Finding {}
    }

    /// Provider of a deployment that does not screen: no payment waits for it.
    Screener NONE = new Screener() {
        @Override
        public String name() {
            return "none";
        }

        @Override
        public Finding screen(Question question) {
            return new Finding.Clear(null);
        }
    };
}
