package dev.sluice.pdf;

import java.lang.Character.UnicodeScript;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The font of each writing system: Inter for European text, Droid Sans Fallback for Han and kana, a subset of
/// NanumGothic for Hangul, Noto Sans for the rest.
///
/// Only Inter has a bold weight; other scripts rely on size alone.
final class Typefaces {
    /// Font weight.
    enum Weight {
        REGULAR("Inter-Regular"),
        SEMIBOLD("Inter-SemiBold");

        private final String font;

        Weight(String font) {
            this.font = font;
        }
    }

    private static final String HAN = "DroidSansFallback";

    private static final Map<UnicodeScript, String> BY_SCRIPT = Map.ofEntries(
            Map.entry(UnicodeScript.ARABIC, "NotoSansArabic-Regular"),
            Map.entry(UnicodeScript.ARMENIAN, "NotoSansArmenian-Regular"),
            Map.entry(UnicodeScript.BENGALI, "NotoSansBengali-Regular"),
            Map.entry(UnicodeScript.BOPOMOFO, HAN),
            Map.entry(UnicodeScript.DEVANAGARI, "NotoSansDevanagari-Regular"),
            Map.entry(UnicodeScript.ETHIOPIC, "NotoSansEthiopic-Regular"),
            Map.entry(UnicodeScript.GEORGIAN, "NotoSansGeorgian-Regular"),
            Map.entry(UnicodeScript.GUJARATI, "NotoSansGujarati-Regular"),
            Map.entry(UnicodeScript.GURMUKHI, "NotoSansGurmukhi-Regular"),
            Map.entry(UnicodeScript.HAN, HAN),
            Map.entry(UnicodeScript.HANGUL, "SluiceHangul-Regular"),
            Map.entry(UnicodeScript.HEBREW, "NotoSansHebrew-Regular"),
            Map.entry(UnicodeScript.HIRAGANA, HAN),
            Map.entry(UnicodeScript.KANNADA, "NotoSansKannada-Regular"),
            Map.entry(UnicodeScript.KATAKANA, HAN),
            Map.entry(UnicodeScript.KHMER, "NotoSansKhmer-Regular"),
            Map.entry(UnicodeScript.LAO, "NotoSansLao-Regular"),
            Map.entry(UnicodeScript.MALAYALAM, "NotoSansMalayalam-Regular"),
            Map.entry(UnicodeScript.MYANMAR, "NotoSansMyanmar-Regular"),
            Map.entry(UnicodeScript.SINHALA, "NotoSansSinhala-Regular"),
            Map.entry(UnicodeScript.TAMIL, "NotoSansTamil-Regular"),
            Map.entry(UnicodeScript.TELUGU, "NotoSansTelugu-Regular"),
            Map.entry(UnicodeScript.THAI, "NotoSansThai-Regular"));

    private static final Map<String, Typeface> LOADED = new ConcurrentHashMap<>();

    private Typefaces() {}

    static Typeface of(Weight weight) {
        return named(weight.font);
    }

    /// Returns the font of a character. Punctuation and digits belong to no script and keep the font of the
    /// preceding character.
    static Typeface of(int codePoint, Typeface before, Weight weight) {
        var script = UnicodeScript.of(codePoint);
        boolean shared = script == UnicodeScript.COMMON || script == UnicodeScript.INHERITED;
        if (shared && before.covers(codePoint)) {
            return before;
        }
        var own = BY_SCRIPT.get(script);
        if (own != null) {
            return named(own);
        }
        var european = of(weight);
        return european.covers(codePoint) || !named(HAN).covers(codePoint) ? european : named(HAN);
    }

    private static Typeface named(String name) {
        return LOADED.computeIfAbsent(name, Typeface::load);
    }
}
