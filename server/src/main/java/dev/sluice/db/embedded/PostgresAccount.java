package dev.sluice.db.embedded;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The account that runs PostgreSQL's programs. PostgreSQL refuses to run as root. For root, this is a user namespace
/// of its own if allowed (files remain root's), otherwise an ordinary account that owns the cluster.
///
/// @param prefix command words before a program's name
/// @param owner required owner of the cluster's files, unless it is the account of this process
record PostgresAccount(List<String> prefix, Optional<Owner> owner) {
    private static final Duration COMMAND_TIME_MAX = Duration.ofSeconds(10);
    private static final PostgresAccount THIS_PROCESS = new PostgresAccount(List.of(), Optional.empty());
    private static final PostgresAccount USER_NAMESPACE =
            new PostgresAccount(List.of("unshare", "-U"), Optional.empty());

    PostgresAccount {
        prefix = List.copyOf(prefix);
    }

    /// Numeric user and group, since containers may have no names for them.
    record Owner(int uid, int gid) {
        static Owner of(Path file) throws IOException {
            return new Owner((int) Files.getAttribute(file, "unix:uid"), (int) Files.getAttribute(file, "unix:gid"));
        }
    }

    /// Chooses the account for the cluster at `data`, which may not exist yet, below the existing `dataDir`.
    static PostgresAccount choose(Path dataDir, Path data) throws IOException {
        if (new UnixSystem().getUid() != 0) {
            return THIS_PROCESS;
        }
        var foreign = Files.exists(data) && Owner.of(data).uid() != 0;
        if (!foreign && USER_NAMESPACE.reaches(dataDir)) {
            return USER_NAMESPACE;
        }
        return (foreign ? steppingDownTo(Owner.of(data)) : ordinary(Owner.of(dataDir)))
                .stream()
                        .filter(account -> account.reaches(dataDir))
                        .findFirst()
                        .orElseThrow(() -> new DataDirFailure("""
                        the embedded PostgreSQL cannot run as root here: neither `unshare -U` nor an ordinary account \
                        can use %s; start as an ordinary user or set SLUICE_DATABASE_URL""".formatted(dataDir)));
    }

    /// Returns the ordinary accounts that root may switch to: the data directory's owner, then `postgres`, then
    /// `nobody`.
    static List<PostgresAccount> ordinary(Owner dataDirOwner) {
        var all = new ArrayList<PostgresAccount>();
        if (dataDirOwner.uid() != 0) {
            all.addAll(steppingDownTo(dataDirOwner));
        }
        for (var name : List.of("postgres", "nobody")) {
            lookUp(name).map(PostgresAccount::steppingDownTo).ifPresent(all::addAll);
        }
        return all;
    }

    private static List<PostgresAccount> steppingDownTo(Owner owner) {
        var uid = owner.uid();
        var gid = owner.gid();
        return List.of(
                new PostgresAccount(
                        List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups"), Optional.of(owner)),
                new PostgresAccount(List.of("sudo", "-n", "-u", "#" + uid, "-g", "#" + gid, "--"), Optional.of(owner)));
    }

    private static Optional<Owner> lookUp(String name) {
        var root = Path.of("/");
        var uid = Command.run(root, COMMAND_TIME_MAX, List.of("id", "-u", name));
        var gid = Command.run(root, COMMAND_TIME_MAX, List.of("id", "-g", name));
        return uid.ok() && gid.ok()
                ? Optional.of(new Owner(Integer.parseInt(uid.output()), Integer.parseInt(gid.output())))
                : Optional.empty();
    }

    /// Returns true if the account is usable and can enter the directory (or execute the file).
    boolean reaches(Path path) {
        return prefix.isEmpty()
                || run(path.getRoot(), COMMAND_TIME_MAX, List.of("test", "-x", path.toString()))
                        .ok();
    }

    Command run(Path directory, Duration limit, List<String> words) {
        var all = new ArrayList<>(prefix);
        all.addAll(words);
        return Command.run(directory, limit, all);
    }

    /// Changes the owner of a tree to this account. Does nothing if this process creates files with the right
    /// owner.
    void own(Path tree) throws IOException {
        if (owner.isEmpty() || Owner.of(tree).equals(owner.get())) {
            return;
        }
        try (var files = Files.walk(tree)) {
            for (var file : (Iterable<Path>) files::iterator) {
                give(file);
            }
        }
    }

    /// Changes the owner of one file to this account.
    void give(Path file) throws IOException {
        if (owner.isPresent()) {
            Files.setAttribute(file, "unix:uid", owner.get().uid(), LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(file, "unix:gid", owner.get().gid(), LinkOption.NOFOLLOW_LINKS);
        }
    }
}
