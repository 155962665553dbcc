package dev.sluice.page;

/// Labels of form fields and texts of their values, for change requests and for mails about changes.
public final class FieldWords {
    private static final String BUNDLE = "dashboard.field";

    /// Prefix of the name of a field with a previous value.
    private static final String BEFORE = "before.";

    private final Texts texts;

    private FieldWords(Texts texts) {
        this.texts = texts;
    }

    /// Returns the words in the language of some texts.
    public static FieldWords in(Texts language) {
        return new FieldWords(Texts.of(BUNDLE, language.language(), Texts.LANGUAGES_OF_EVERY_PAGE));
    }

    /// Returns the label of a field, or its name if it has no label.
    public String label(String field) {
        return texts.find("field." + plain(field)).orElseGet(() -> plain(field));
    }

    /// Returns the text of a value, or the value itself if it has no text.
    public String value(String field, String value) {
        return texts.find("value." + plain(field) + "." + value).orElse(value);
    }

    /// Reports whether a field has a previous value.
    public static boolean isBefore(String field) {
        return field.startsWith(BEFORE);
    }

    private static String plain(String field) {
        return isBefore(field) ? field.substring(BEFORE.length()) : field;
    }
}
