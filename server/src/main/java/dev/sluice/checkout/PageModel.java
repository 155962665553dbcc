package dev.sluice.checkout;

import dev.sluice.http.WebUrl;
import dev.sluice.page.Texts;
import dev.sluice.page.TimeInText;
import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Model of a payment page, in one of its forms.
public sealed interface PageModel {
    Frame frame();

    /// Data of every form: the texts, the merchant, the amount if it is fixed, and the page's path.
    ///
    /// @param logo path of the merchant's logo; null if there is none
    /// @param styles path of the style sheet with the merchant's colours; null if it has none
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
        /// Returns the letter of the merchant's badge.
        public String initial() {
            return new String(Character.toChars(merchant.codePointAt(0)));
        }
    }

    /// Time until which an action is possible.
    ///
    /// @param left remaining seconds by the server's clock, since the reader's clock may be wrong
    record Deadline(TimeInText text, long left) {}

    /// The merchant's support contacts, if given.
    record Support(@Nullable String email, @Nullable String url) {
        public boolean isAny() {
            return email != null || url != null;
        }

        /// Returns the text of the link to the support page: its host.
        public String site() {
            return url == null ? "" : WebUrl.hostOf(URI.create(url));
        }
    }

    /// The methods to choose from.
    ///
    /// @param problem reason why an earlier choice failed, or why there is no method
    /// @param current the method chosen before, if the payer is changing it
    record Choose(
            Frame frame,
            List<Group> groups,
            @Nullable String problem,
            Deadline until,
            @Nullable Keep current,
            @Nullable String cancelUrl)
            implements PageModel {
        public boolean isAnyOpen() {
            return groups.stream().flatMap(group -> group.choices().stream()).anyMatch(Choice::isOpen);
        }
    }

    /// The payment method that the payer was shown before.
    ///
    /// @param events number of the deposit's events at that time
    /// @param status status that the page's script compares with the polled one
    record Keep(String text, int events, String status) {}

    /// Methods of one kind.
    ///
    /// @param open true if the group is initially expanded
    record Group(String title, List<Choice> choices, boolean open) {
        private static final int NAMED_MAX = 4;

        /// Returns the summary of a collapsed group: the names of the first methods.
        public String names() {
            var names = choices.stream().map(Choice::name).distinct().toList();
            return names.stream().limit(NAMED_MAX).collect(Collectors.joining(", "))
                    + (names.size() > NAMED_MAX ? ", …" : "");
        }
    }

    /// A method and its cost for the payer: the amount, if it differs by method, and the included fee.
    ///
    /// @param isOpen true if it can be chosen now
    record Choice(
            String code,
            String name,
            @Nullable String kind,
            String picture,
            @Nullable String pays,
            String fee,
            boolean isOpen) {}

    /// The payment instructions.
    ///
    /// @param qr the code's picture, as SVG of ours
    /// @param qrText the text of the code, for payers who open the page on the phone that would scan it
    /// @param another address for choosing another method; null if that is not possible
    /// @param problem reason why a choice failed
    /// @param status status that the page's script compares with the polled one
    record Pay(
            Frame frame,
            List<String> steps,
            List<Fact> facts,
            @Nullable String qr,
            @Nullable Fact qrText,
            @Nullable Wallet wallet,
            boolean underReview,
            String status,
            @Nullable String another,
            @Nullable String problem,
            Deadline until,
            @Nullable String cancelUrl)
            implements PageModel {}

    /// A value that a payer copies, with its displayed form.
    record Fact(String label, String value, String copied) {
        Fact(String label, String value) {
            this(label, value, value);
        }
    }

    /// An e-wallet and the address of its bill.
    record Wallet(String name, String url) {}

    /// The final status of the payment.
    record End(
            Frame frame,
            String title,
            String hint,
            boolean good,
            @Nullable String returnUrl) implements PageModel {}
}
