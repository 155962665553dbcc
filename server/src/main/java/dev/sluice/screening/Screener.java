package dev.sluice.screening;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Provider of screening: a list of the operator's or a vendor's service.
public interface Screener {
    /// The name in rows, on pages and in the metrics' tags.
    String name();

    /// Screens one party. A provider that fails or has nothing to compare with is unavailable, never clear.
    Finding screen(Question question);

    /// A party to be screened.
    ///
    /// @param reference our reference of the check, the same each time that it is asked
    record Question(CheckKind kind, Party party, String reference) {}

    /// What a provider answers.
    sealed interface Finding {
        /// Nothing is known of the party.
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

        /// The provider cannot tell now.
        ///
        /// @param reason in a few words, for operators
        record Unavailable(String reason) implements Finding {}
    }

    /// The provider of a deployment that does not screen: nothing waits for it.
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
