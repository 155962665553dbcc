package dev.sluice.rail.iso20022.profile;

import dev.sluice.rail.iso20022.profile.BankProfile.Folders;
import dev.sluice.rail.iso20022.profile.BankProfile.Folders.After;
import dev.sluice.rail.iso20022.profile.BankProfile.Transport;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads `transport`: folders of this machine or of the bank's server.
final class TransportReader {
    private static final int LENGTH_MAX = 400;
    private static final String SFTP = "sftp";
    private static final String FOLDER_TYPE = "folder";
    private static final String PGP = "pgp";
    private static final String SIMULATOR = "simulator";
    private static final Grammar<String> TYPE =
            Grammar.choice(List.of(FOLDER_TYPE, SFTP, SIMULATOR), Function.identity());
    private static final Grammar<String> FOLDER = Grammars.text(
            "must be a folder such as ./bank/out",
            text -> Grammars.line(LENGTH_MAX)
                    .parser()
                    .apply(text)
                    .filter(TransportReader::isPath)
                    .isPresent());
    private static final Grammar<Path> KEY = new Grammar<>(
            "must be a file with a private key, such as ./bank/id_ed25519",
            text -> FOLDER.parser().apply(text).map(Path::of));
    private static final Grammar<Path> PGP_KEY = new Grammar<>(
            "must be a file such as ./bank/bank.asc",
            text -> FOLDER.parser().apply(text).map(Path::of));
    private static final Grammar<String> HOST = Grammars.pattern(
            "must be a host name or an IP address, such as sftp.example.com",
            Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+]"));
    private static final Grammar<String> HOST_KEY = Grammars.pattern(
            "must be the fingerprint of the server's key, SHA256: and 43 characters, as ssh-keygen -l prints it",
            Pattern.compile("SHA256:[A-Za-z0-9+/]{43}"));
    private static final Grammar<String> USER =
            Grammars.pattern("must be a user name without spaces", Pattern.compile("[\\x21-\\x7e]{1,64}"));
    private static final Grammar<String> NAME = Grammars.pattern(
            "must contain {msgId} once and else letters, digits and . _ -, with no . at its begin and no .part at its"
                    + " end, such as {msgId}.xml",
            Pattern.compile("(?!\\.)(?!.*\\.part$)[A-Za-z0-9._-]*\\{msgId}[A-Za-z0-9._-]*"));
    private static final Grammar<After> AFTER = Grammars.words(After.values());

    private static final List<String> SERVER_KEYS = List.of("host", "port", "user", "host-key", "key");
    private static final int PORT = 22;
    private static final int PORT_MAX = 65_535;

    private TransportReader() {}

    static Transport read(Section transport) {
        var type = transport.required("type", FOLDER_TYPE, TYPE);
        boolean isLocal = !type.equals(SFTP);
        var folders = folders(transport, isLocal);
        if (isLocal) {
            SERVER_KEYS.forEach(key -> transport.check(
                    !transport.has(key) || !transport.isFree("type"), key, "has no effect unless type is sftp"));
            var pgp = pgp(transport);
            transport.check(pgp == null || !type.equals(SIMULATOR), PGP, "has no effect with type simulator");
            return type.equals(SIMULATOR) ? new Transport.Simulated(folders) : new Transport.Local(folders, pgp);
        }
        var host = transport.required("host", "localhost", HOST).toLowerCase(Locale.ROOT);
        var port = transport.value("port", PORT, Grammars.number(1, PORT_MAX));
        return new Transport.Sftp(
                folders,
                URI.create("sftp://" + host + ":" + port),
                transport.required("user", "", USER),
                transport.required("host-key", "", HOST_KEY),
                transport.required("key", Path.of("key"), KEY),
                pgp(transport));
    }

    private static Transport.@Nullable Pgp pgp(Section transport) {
        if (!transport.has(PGP)) {
            return null;
        }
        var pgp = transport.section(PGP);
        var keys = new Transport.Pgp(
                pgp.optional("decrypt", PGP_KEY).orElse(null),
                pgp.optional("verify", PGP_KEY).orElse(null),
                pgp.optional("encrypt", PGP_KEY).orElse(null),
                pgp.optional("sign", PGP_KEY).orElse(null),
                pgp.optional("password", PGP_KEY).orElse(null));
        transport.check(
                pgp.has("decrypt") || pgp.has("verify") || pgp.has("encrypt") || pgp.has("sign"),
                PGP,
                "must name a file for at least one of decrypt, verify, encrypt and sign");
        pgp.check(
                !pgp.has("password") || pgp.has("decrypt") || pgp.has("sign"),
                "password",
                "has no effect without decrypt or sign, whose keys it opens");
        return keys;
    }

    private static Folders folders(Section transport, boolean isLocal) {
        var archive = optional(transport, "archive");
        var folders = new Folders(
                transport.required("out", "", FOLDER),
                optional(transport, "temp").orElse(null),
                optional(transport, "out-archive").orElse(null),
                transport.required("in", "", FOLDER),
                optional(transport, "acks").orElse(null),
                transport.value("after", archive.isPresent() ? After.MOVE : After.LEAVE, AFTER),
                archive.orElse(null),
                transport.value("name", "{msgId}.xml", NAME));
        if (transport.isFree("after")) {
            boolean moves = folders.after() == After.MOVE;
            transport.check(
                    !moves || transport.has("archive"), "archive", "is missing; after: move needs a folder to move to");
            transport.check(moves || !transport.has("archive"), "archive", "has no effect unless after is move");
        }
        FolderRules.check(transport, folders, isLocal);
        return folders;
    }

    private static Optional<String> optional(Section transport, String key) {
        return transport.optional(key, FOLDER);
    }

    private static boolean isPath(String text) {
        try {
            return !Path.of(text).toString().isEmpty();
        } catch (InvalidPathException malformed) {
            return false;
        }
    }
}
