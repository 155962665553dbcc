package dev.sluice.pdf;

/// Palette of the PDF. Every text colour has a contrast of at least 4.5 to 1 to its background (WCAG 2.2, 1.4.3).
enum Palette {
    TEXT(0x111827),
    MUTED(0x5B6472),
    HAIRLINE(0xE2E5EA),
    PANEL(0xF7F8FA),
    PAPER(0xFFFFFF),
    GOOD(0x047857),
    GOOD_GROUND(0xE7F6EF),
    WARNING(0x92400E),
    WARNING_GROUND(0xFDF0D5),
    BAD(0xB42318),
    BAD_GROUND(0xFDECEA);

    private static final float FULL = 255f;

    private final int rgb;

    Palette(int rgb) {
        this.rgb = rgb;
    }

    float red() {
        return (rgb >> 16 & 0xFF) / FULL;
    }

    float green() {
        return (rgb >> 8 & 0xFF) / FULL;
    }

    float blue() {
        return (rgb & 0xFF) / FULL;
    }
}
