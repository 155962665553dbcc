package dev.sluice.paper;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything that a document of one payment says, ready to print and in the words of its language: nothing is looked
/// up, formatted or translated any more.
///
/// @param about what the file says about itself
/// @param warning what every sheet says where no money moved
/// @param title what the document is, in its corner
/// @param issuer the organization, at its head
/// @param scan a code that leads somewhere
/// @param details under a heading of their own
public record Slip(
        About about,
        @Nullable Warning warning,
        String title,
        String issuer,
        Sum sum,
        Party party,
        @Nullable Scan scan,
        Facts details,
        Story story,
        Foot foot) {
    public Slip {
        title = PlainText.of(title);
        issuer = PlainText.of(issuer);
    }

    /// What the file says about itself.
    ///
    /// @param subject also the seed of the file's identifier
    /// @param language as BCP 47 writes it
    /// @param at when what it is about was so
    public record About(String title, String author, String subject, String language, Instant at) {}

    /// A line across the top of each sheet, and a word across the whole of it.
    public record Warning(String line, String word) {}

    /// How something stands, as a colour says it besides its words.
    public enum Tone {
        GOOD,
        WAITING,
        BAD,
        PLAIN
    }

    /// What it is all about: the amount, how it stands, and since when.
    public record Sum(String label, String amount, String unit, String when, String status, Tone tone) {}

    /// The other side.
    ///
    /// @param label what it is to the issuer
    /// @param name nothing where nobody said
    public record Party(String label, @Nullable String name, List<Fact> facts) {
        public Party {
            name = PlainText.ifAny(name);
            facts = List.copyOf(facts);
        }
    }

    /// A label and its value; without one it is left out.
    public record Fact(
            String label, @Nullable String value, @Nullable URI address) {
        public Fact {
            value = PlainText.ifAny(value);
        }

        public static Fact of(String label, @Nullable String value) {
            return new Fact(label, value, null);
        }

        /// An address is broken wherever its line ends.
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

    /// A QR code, and what it says to those who cannot see it.
    public record Scan(URI target, String caption, String title) {}

    /// What happened, step by step; nothing where there are no steps.
    public record Story(String heading, List<Step> steps) {
        public Story {
            steps = List.copyOf(steps);
        }
    }

    /// One step.
    ///
    /// @param at when it last changed
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

    /// The foot of each sheet.
    public record Foot(String text, Numbering numbering) {}

    /// Says which sheet it is.
    @FunctionalInterface
    public interface Numbering {
        String of(int sheet, int sheets);
    }
}
