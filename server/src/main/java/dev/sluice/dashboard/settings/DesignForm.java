package dev.sluice.dashboard.settings;

import dev.sluice.checkout.CheckoutDesign;
import dev.sluice.checkout.Colour;
import dev.sluice.dashboard.Problems;
import dev.sluice.http.Query;
import dev.sluice.merchant.Users;
import dev.sluice.page.Texts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Input for the look of payment pages.
public record DesignForm(String brand, String accent, String payerName, String supportEmail, String supportUrl) {
    /// Characters that would end an email address in a link, or would add more than an address to it.
    private static final Pattern NO_ADDRESS = Pattern.compile("[?&<>\"',;:/\\\\#%]");

    static DesignForm of(Query form) {
        return new DesignForm(
                text(form, "brand"),
                text(form, "accent"),
                text(form, "payerName"),
                text(form, "supportEmail"),
                text(form, "supportUrl"));
    }

    static DesignForm of(CheckoutDesign design) {
        return new DesignForm(
                text(design.brand()),
                text(design.accent()),
                text(design.payerName()),
                text(design.supportEmail()),
                text(design.supportUrl()));
    }

    /// Returns the problems by field.
    Problems problems(Texts texts) {
        var wrong = new LinkedHashMap<String, String>();
        if (!brand.isEmpty() && Colour.of(brand).isEmpty()) {
            wrong.put("brand", texts.get("notColour"));
        }
        if (!accent.isEmpty() && Colour.of(accent).isEmpty()) {
            wrong.put("accent", texts.get("notColour"));
        }
        if (payerName.length() > CheckoutDesign.NAME_LENGTH_MAX) {
            wrong.put("payerName", texts.get("tooLong", CheckoutDesign.NAME_LENGTH_MAX));
        }
        if (!supportEmail.isEmpty() && !isAddress(supportEmail)) {
            wrong.put("supportEmail", texts.get("notEmail"));
        }
        if (!supportUrl.isEmpty() && !CheckoutDesign.isHelpPage(supportUrl)) {
            wrong.put("supportUrl", texts.get("notUrl", CheckoutDesign.URL_LENGTH_MAX));
        }
        return new Problems(null, wrong);
    }

    /// Returns the look from the valid fields.
    CheckoutDesign design() {
        return new CheckoutDesign(
                Colour.of(brand).orElse(null),
                Colour.of(accent).orElse(null),
                payerName.isEmpty() || payerName.length() > CheckoutDesign.NAME_LENGTH_MAX ? null : payerName,
                isAddress(supportEmail) ? supportEmail : null,
                CheckoutDesign.isHelpPage(supportUrl) ? supportUrl : null);
    }

    /// Returns the values by field name.
    Map<String, String> fields() {
        return new TreeMap<>(Map.of(
                "brand", brand,
                "accent", accent,
                "payerName", payerName,
                "supportEmail", supportEmail,
                "supportUrl", supportUrl));
    }

    private static boolean isAddress(String text) {
        return Users.isEmail(text) && !NO_ADDRESS.matcher(text).find();
    }

    private static String text(Query form, String field) {
        return form.text(field).map(String::strip).orElse("");
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }
}
