package dev.sluice.mail;

/// A plain-text mail to one person.
///
/// @param to an e-mail address
/// @param subject one line
public record Mail(String to, String subject, String text) {
    public Mail {
        if (hasControls(to) || hasControls(subject)) {
            throw new IllegalArgumentException("an address and a subject are one line each");
        }
    }

    /// Returns the mail as one text, for encryption.
    String packed() {
        return to + "\n" + subject + "\n" + text;
    }

    static Mail unpacked(String packed) {
        var parts = packed.split("\n", 3);
        return new Mail(parts[0], parts[1], parts[2]);
    }

    private static boolean hasControls(String line) {
        return line.chars().anyMatch(Character::isISOControl);
    }

    /// Never shows the text, since it may contain a link with a token.
    @Override
    public String toString() {
        return "Mail[" + subject + "]";
    }
}
