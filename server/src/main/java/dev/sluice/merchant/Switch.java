package dev.sluice.merchant;

import java.util.Optional;
import java.util.stream.Stream;

/// Something that an organization may do, or must do, and that an operator turns on and off.
public enum Switch {
    CHECKOUT("checkout", "create hosted payment pages"),
    CONVERSION("conversion", "convert every pair that is not turned off individually"),
    SIGNATURE_REQUIRED("signature-required", "refuse writes with an API key"),
    PAYOUT_SIGNATURE_REQUIRED("payout-signature-required", "refuse payouts and refunds with an API key"),
    DUPLICATE_REFERENCES("duplicate-references", "allow a reference to be used again"),
    VERIFICATION_BLOCKS("verification-blocks", "refuse recipients whose name does not match"),
    SECOND_FACTOR_REQUIRED("second-factor-required", "require two-factor authentication in the dashboard"),
    DUAL_CONTROL("dual-control", "require a second person's approval for changes that widen access"),
    FROZEN("frozen", "refuse payouts and refunds, and hold payouts that are not submitted yet");

    private final String wire;
    private final String description;

    Switch(String wire, String description) {
        this.wire = wire;
        this.description = description;
    }

    /// The name on the command line.
    public String wire() {
        return wire;
    }

    public String description() {
        return description;
    }

    public static Optional<Switch> of(String wire) {
        return Stream.of(values()).filter(each -> each.wire.equals(wire)).findFirst();
    }
}
