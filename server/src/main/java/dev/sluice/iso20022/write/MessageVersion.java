package dev.sluice.iso20022.write;

import java.util.Arrays;
import java.util.regex.Pattern;

/// Version of pain.001 that we write, with the differences between them.
enum MessageVersion {
    V03("pain.001.001.03", "BIC", Pattern.compile("[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?")),
    V09("pain.001.001.09", "BICFI", Pattern.compile("[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?")),
    V11("pain.001.001.11", "BICFI", Pattern.compile("[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?"));

    private final String message;
    private final String bicElement;
    private final Pattern bic;

    MessageVersion(String message, String bicElement, Pattern bic) {
        this.message = message;
        this.bicElement = bicElement;
        this.bic = bic;
    }

    /// @throws IllegalArgumentException if the message is another one
    static MessageVersion of(String message) {
        return Arrays.stream(values())
                .filter(each -> each.message.equals(message))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("we write no " + message));
    }

    String message() {
        return message;
    }

    /// Returns the name of the element for a bank's BIC.
    String bicElement() {
        return bicElement;
    }

    boolean isBic(String code) {
        return bic.matcher(code).matches();
    }

    /// Returns true if the day of execution is a choice between a day and a time.
    boolean hasDateChoice() {
        return this != V03;
    }

    boolean hasUetr() {
        return this != V03;
    }

    /// Returns true if lines of an address may stand beside its town. In the version of 2009 they stand beside the
    /// country alone.
    boolean hasHybridAddress() {
        return this != V03;
    }
}
