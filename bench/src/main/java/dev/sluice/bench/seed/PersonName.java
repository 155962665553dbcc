package dev.sluice.bench.seed;

import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/// A made-up name.
record PersonName(String first, String last) {
    private static final List<String> FIRST = List.of(
            "Siti", "Agus", "Dewi", "Budi", "Rina", "Joko", "Putri", "Hendra", "Maria", "Jose", "Ana", "Ramon", "Grace",
            "James", "Linda", "Robert", "Erika", "Jonas", "Claire", "Luca");
    private static final List<String> LAST = List.of(
            "Rahayu",
            "Santoso",
            "Wijaya",
            "Kusuma",
            "Lestari",
            "Pratama",
            "Hidayat",
            "Reyes",
            "Santos",
            "Cruz",
            "Garcia",
            "Miller",
            "Johnson",
            "Davis",
            "Schneider",
            "Weber",
            "Moreau",
            "Rossi",
            "Jansen",
            "Silva");
    private static final int NUMBERS = 100_000;

    static PersonName any(RandomGenerator random) {
        return new PersonName(FIRST.get(random.nextInt(FIRST.size())), LAST.get(random.nextInt(LAST.size())));
    }

    String full() {
        return first + " " + last;
    }

    /// Returns an address at a reserved domain (RFC 2606).
    String email(RandomGenerator random) {
        return (first + "." + last).toLowerCase(Locale.ROOT) + random.nextInt(NUMBERS) + "@example.com";
    }
}
