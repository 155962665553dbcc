package dev.sluice.rail.iso20022.profile;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Loads bank profiles, and reports all faults of all files at once.
public final class BankProfiles {
    /// Maximum number of profiles.
    static final int FILES_MAX = 200;

    private final List<String> lines = new ArrayList<>();
    private final List<Loaded> loaded = new ArrayList<>();

    private record Loaded(String file, BankProfile profile) {}

    private BankProfiles() {}

    /// Loads the profiles of files and folders; of a folder, its `*.yaml` and `*.yml` files in the order of their
    /// names.
    public static List<BankProfile> load(List<Path> filesAndFolders) throws BankProfileException {
        var profiles = new BankProfiles();
        var files = profiles.files(filesAndFolders);
        if (files.size() > FILES_MAX) {
            throw new BankProfileException(List.of("more than " + FILES_MAX + " bank profiles: " + files.size()));
        }
        files.forEach(file -> profiles.load(file, name(file, files)));
        profiles.compare();
        if (!profiles.lines.isEmpty()) {
            throw new BankProfileException(profiles.lines);
        }
        return profiles.loaded.stream().map(Loaded::profile).toList();
    }

    /// Returns the files in their order, each once.
    private Set<Path> files(List<Path> filesAndFolders) {
        var files = new LinkedHashSet<Path>();
        for (var each : filesAndFolders) {
            if (!Files.isDirectory(each)) {
                files.add(each.normalize());
                continue;
            }
            try (var listing = Files.list(each)) {
                var inside = listing.filter(BankProfiles::isProfile)
                        .map(Path::normalize)
                        .sorted()
                        .toList();
                if (inside.isEmpty()) {
                    lines.add(each + ": has no *.yaml or *.yml files");
                }
                files.addAll(inside);
            } catch (IOException failed) {
                lines.add(each + ": cannot be read: " + failed.getMessage());
            }
        }
        return files;
    }

    private static boolean isProfile(Path file) {
        var name = fileName(file);
        var lower = name.toLowerCase(Locale.ROOT);
        return !name.startsWith(".") && (lower.endsWith(".yaml") || lower.endsWith(".yml")) && !Files.isDirectory(file);
    }

    /// Returns the file's name, or its path if another file has the same name.
    private static String name(Path file, Set<Path> files) {
        var name = fileName(file);
        long equal = files.stream().filter(each -> fileName(each).equals(name)).count();
        return equal > 1 ? file.toString() : name;
    }

    private static String fileName(Path file) {
        return String.valueOf(file.getFileName());
    }

    private void load(Path file, String name) {
        var faults = new Faults();
        text(file, faults)
                .flatMap(text -> ProfileReader.read(text, faults))
                .ifPresent(profile -> loaded.add(new Loaded(name, profile)));
        lines.addAll(faults.lines(name));
    }

    private static Optional<String> text(Path file, Faults faults) {
        try {
            // The limit is on characters; a character has at most four bytes.
            if (Files.size(file) > 4L * ProfileYaml.CHARACTERS_MAX) {
                faults.add("", "is larger than a profile can be");
                return Optional.empty();
            }
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException missing) {
            faults.add("", "is no file or folder");
        } catch (CharacterCodingException malformed) {
            faults.add("", "is not UTF-8");
        } catch (IOException failed) {
            faults.add("", "cannot be read: " + failed.getMessage());
        }
        return Optional.empty();
    }

    /// Compares each profile with those before it.
    private void compare() {
        for (int i = 0; i < loaded.size(); i++) {
            for (int k = 0; k < i; k++) {
                compare(loaded.get(i), loaded.get(k));
            }
        }
    }

    private void compare(Loaded later, Loaded earlier) {
        if (later.profile().id().equals(earlier.profile().id())) {
            lines.add(later.file() + ": id: is also the id in " + earlier.file());
        }
        var account = later.profile().account();
        var other = earlier.profile().account();
        if (account.number().equals(other.number())
                && account.currency().equals(other.currency())
                && (account.number().iban() || String.valueOf(account.bic()).equals(other.bic()))) {
            lines.add(later.file() + ": account: has the number and currency of the account in " + earlier.file());
        }
        addRehearsed(later, earlier);
        addRehearsed(earlier, later);
        addShared(later, FolderRules.shared(later.profile(), earlier.profile()));
        if (FolderRules.shared(later.profile(), earlier.profile()) == null) {
            addShared(earlier, FolderRules.shared(earlier.profile(), later.profile()));
        }
    }

    /// Adds the fault of a rehearsal that would reach the bank of another profile.
    private void addRehearsed(Loaded of, Loaded other) {
        var rehearsal = of.profile().rehearsal();
        var shared = rehearsal == null
                ? null
                : FolderRules.shared(rehearsal.transport(), other.profile().transport());
        if (shared != null) {
            lines.add(of.file() + ": rehearsal.transport." + shared.key() + ": " + shared.text() + " ("
                    + other.profile().id() + ")");
        }
    }

    private void addShared(Loaded of, @Nullable String fault) {
        if (fault != null) {
            lines.add(of.file() + ": transport.in: " + fault);
        }
    }
}
