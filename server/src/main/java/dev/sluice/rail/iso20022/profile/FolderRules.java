package dev.sluice.rail.iso20022.profile;

import dev.sluice.rail.iso20022.profile.BankProfile.Folders;
import dev.sluice.rail.iso20022.profile.BankProfile.Transport;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Rules about folders. Within a profile they differ, so that no file of ours is read as one of the bank. Between
/// profiles, `in` belongs to one alone.
final class FolderRules {
    private static final String IN = "in";

    private FolderRules() {}

    /// Checks that the folders of a profile differ. Temporary files may lie in `out`.
    static void check(Section transport, Folders folders, boolean isLocal) {
        var places = new LinkedHashMap<Path, String>();
        var named = named(folders);
        named.forEach((key, folder) -> {
            var other = places.putIfAbsent(place(folder, isLocal), key);
            if (other != null) {
                transport.check(false, key, "must not be the folder of " + other);
            }
        });
        if (folders.temp() != null) {
            var other = places.get(place(folders.temp(), isLocal));
            transport.check(other == null || other.equals("out"), "temp", "must not be the folder of " + other);
        }
    }

    /// Returns the text of a fault if one profile's `in` is a folder of another profile; null otherwise.
    static @Nullable String shared(BankProfile profile, BankProfile other) {
        if (!server(profile.transport()).equals(server(other.transport()))) {
            return null;
        }
        boolean isLocal = !(profile.transport() instanceof Transport.Sftp);
        var in = place(profile.transport().folders().in(), isLocal);
        for (var each : named(other.transport().folders()).entrySet()) {
            if (place(each.getValue(), isLocal).equals(in)) {
                return "must not be the folder of transport." + each.getKey() + " of " + other.id();
            }
        }
        return null;
    }

    /// A folder of a rehearsal that is used for a live bank.
    ///
    /// @param text says which, to follow the key
    record Shared(String key, String text) {}

    /// Returns the first folder of a rehearsal that is a folder of the way to a live bank; null if there is none.
    static @Nullable Shared shared(Transport rehearsal, Transport live) {
        if (!server(rehearsal).equals(server(live))) {
            return null;
        }
        boolean isLocal = !(rehearsal instanceof Transport.Sftp);
        var places = new LinkedHashMap<Path, String>();
        all(live.folders()).forEach((key, folder) -> places.putIfAbsent(place(folder, isLocal), key));
        for (var each : all(rehearsal.folders()).entrySet()) {
            var key = places.get(place(each.getValue(), isLocal));
            if (key != null) {
                return new Shared(
                        each.getKey(),
                        "must not be the folder of transport." + key + ": a rehearsal never reaches the live bank");
            }
        }
        return null;
    }

    private static Map<String, String> all(Folders folders) {
        var all = named(folders);
        put(all, "temp", folders.temp());
        return all;
    }

    private static Map<String, String> named(Folders folders) {
        var named = new LinkedHashMap<String, String>();
        put(named, "out", folders.out());
        put(named, IN, folders.in());
        put(named, "acks", folders.acks());
        put(named, "out-archive", folders.outArchive());
        put(named, "archive", folders.archive());
        return named;
    }

    private static void put(Map<String, String> named, String key, @Nullable String folder) {
        if (folder != null && !folder.isEmpty()) {
            named.put(key, folder);
        }
    }

    /// Users of a server may see different files under one path.
    private static String server(Transport transport) {
        return switch (transport) {
            case Transport.Local _, Transport.Simulated _ -> "";
            case Transport.Sftp sftp -> (sftp.user() + "@" + sftp.server()).toLowerCase(Locale.ROOT);
        };
    }

    private static Path place(String folder, boolean isLocal) {
        var path = Path.of(folder);
        return (isLocal ? path.toAbsolutePath() : path).normalize();
    }
}
