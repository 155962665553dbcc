package dev.sluice.checkout;

import dev.sluice.http.WebUrl;
import dev.sluice.page.Texts;
import dev.sluice.page.TimeInText;
import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a payment page shows, in one of its shapes.
public sealed interface PageModel {
    Frame frame();

    /// What every shape has: the texts, the merchant, the amount if it is settled, and where the page is.
    ///
    /// @param logo where the merchant's logo is, if it has one
    /// @param styles where the merchant's colours are, if it has its own
    record Frame(
            Texts texts,
            String merchant,
            @Nullable String logo,
            @Nullable String styles,
            Support support,
            @Nullable String customer,
            @Nullable String amount,
            String path,
            boolean sandbox) {
        /// The letter of the badge that stands for the merchant.
        public String initial() {
            return new String(Character.toChars(merchant.codePointAt(0)));
        }
    }

    /// Until when something can be done.
    ///
    /// @param left seconds from now on, counted by our clock, since that of who reads it may be wrong
    record Deadline(TimeInText text, long left) {}

    /// Where payers ask, if the merchant says it.
    record Support(@Nullable String email, @Nullable String url) {
        public boolean isAny() {
            return email != null || url != null;
        }

        /// What a link to the page of help says: whose page it is.
        public String site() {
            return url == null ? "" : WebUrl.hostOf(URI.create(url));
        }
    }

    /// The methods to choose from.
    ///
    /// @param problem why a choice before did not work, or why there is none
    /// @param keep the way that was chosen before, where this is about another
    record Choose(
            Frame frame,
            List<Group> groups,
            @Nullable String problem,
            Deadline until,
            @Nullable Keep keep,
            @Nullable String cancelUrl)
            implements PageModel {
        public boolean isAnyOpen() {
            return groups.stream().flatMap(group -> group.choices().stream()).anyMatch(Choice::isOpen);
        }
    }

    /// The way to pay that a payer was shown before.
    ///
    /// @param events those that the deposit had then
    /// @param standing what the page's script compares the state with that it asks for
    record Keep(String text, int events, String standing) {}

    /// Methods of one kind.
    ///
    /// @param open whether they are shown before somebody asks for them
    record Group(String title, List<Choice> choices, boolean open) {
        private static final int NAMED_MAX = 4;

        /// What is in it, while it is closed: the first ones by name.
        public String names() {
            var names = choices.stream().map(Choice::name).distinct().toList();
            return names.stream().limit(NAMED_MAX).collect(Collectors.joining(", "))
                    + (names.size() > NAMED_MAX ? ", …" : "");
        }
    }

    /// A method, and what it costs the payer: the amount, where it differs by method, and the fee in it.
    ///
    /// @param isOpen whether it can be chosen now
    record Choice(
            String code,
            String name,
            @Nullable String kind,
            String picture,
            @Nullable String pays,
            String fee,
            boolean isOpen) {}

    /// How to pay.
    ///
    /// @param qr the code's picture, as SVG of ours
    /// @param qrText the text of the code, for payers who cannot scan the phone that they hold
    /// @param another where another way to pay is chosen, where one can be
    /// @param problem why a choice did not work
    /// @param standing what the page's script compares the state with that it asks for
    record Pay(
            Frame frame,
            List<String> steps,
            List<Fact> facts,
            @Nullable String qr,
            @Nullable Fact qrText,
            @Nullable Wallet wallet,
            boolean underReview,
            String standing,
            @Nullable String another,
            @Nullable String problem,
            Deadline until,
            @Nullable String cancelUrl)
            implements PageModel {}

    /// Something a payer copies, and what is copied of it.
    record Fact(String label, String value, String copied) {
        Fact(String label, String value) {
            this(label, value, value);
        }
    }

    /// An e-wallet and where its bill is.
    record Wallet(String name, String url) {}

    /// What became of it.
    record End(
            Frame frame,
            String title,
            String hint,
            boolean good,
            @Nullable String returnUrl) implements PageModel {}
}
