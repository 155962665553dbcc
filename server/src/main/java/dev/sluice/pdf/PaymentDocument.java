package dev.sluice.pdf;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Content of a document about one payment, ready to print: translated, formatted, and without further look-ups.
///
/// @param about metadata of the file
/// @param warning warning on every page if no money moved
/// @param title title of the document, in its corner
/// @param issuer the organization, as the heading
/// @param scan QR code with a link
/// @param details facts with their own heading
public record PaymentDocument(
        About about,
        @Nullable Warning warning,
        String title,
        String issuer,
        Sum sum,
        Party party,
        @Nullable Scan scan,
        Facts details,
        Timeline timeline,
        Foot foot) {
    public PaymentDocument {
        title = PlainText.of(title);
        issuer = PlainText.of(issuer);
    }

    /// Metadata of the file.
    ///
    /// @param subject subject, and seed of the file's identifier
    /// @param language BCP 47 tag
    /// @param at time of the described state
    public record About(String title, String author, String subject, String language, Instant at) {}

    /// A banner at the top of each page, and a watermark across it.
    public record Warning(String line, String word) {}

    /// Colour of a status.
    public enum Tone {
        GOOD,
        WAITING,
        BAD,
        PLAIN
    }

    /// Summary: amount, status and time.
    public record Sum(String label, String amount, String unit, String when, String status, Tone tone) {}

    /// The counterparty.
    ///
    /// @param label role of the counterparty
    /// @param name name, or null if unknown
    public record Party(String label, @Nullable String name, List<Fact> facts) {
        public Party {
            name = PlainText.ifAny(name);
            facts = List.copyOf(facts);
        }
    }

    /// A label and its value; a fact without a value is left out.
    public record Fact(
            String label, @Nullable String value, @Nullable URI address) {
        public Fact {
            value = PlainText.ifAny(value);
        }

        public static Fact of(String label, @Nullable String value) {
            return new Fact(label, value, null);
        }

        /// Returns a fact with a URL, which may break at any character.
        public static Fact of(String label, URI address) {
            return new Fact(label, null, address);
        }
    }

    /// Facts under a heading.
    public record Facts(String heading, List<Fact> facts) {
        public Facts {
            facts = List.copyOf(facts);
        }
    }

    /// A QR code and its description for screen readers.
    public record Scan(URI target, String caption, String title) {}

    /// History of the payment; left out if there are no steps.
    public record Timeline(String heading, List<Step> steps) {
        public Timeline {
            steps = List.copyOf(steps);
        }
    }

    /// One step.
    ///
    /// @param at time of the last change
    public record Step(
            String name,
            String status,
            Tone tone,
            @Nullable String description,
            @Nullable String at) {
        public Step {
            name = PlainText.of(name);
            description = PlainText.ifAny(description);
        }
    }

    /// Footer of each page.
    public record Foot(String text, Numbering numbering) {}

    /// Formats a page number.
    @FunctionalInterface
    public interface Numbering {
        String of(int sheet, int sheets);
    }
}
