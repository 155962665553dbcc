package dev.sluice.dashboard;

import dev.sluice.auth.Caller;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Method;
import dev.sluice.merchant.Permission;
import dev.sluice.refusal.Refusal;
import dev.sluice.sheet.Unreadable;
import dev.sluice.sheet.file.SentFile;
import dev.sluice.sheet.file.SentFile.Person;
import dev.sluice.sheet.file.SentFiles;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// Files of rows that people send: taking one, finding it again, forgetting it, whatever its rows stand for.
///
/// @param path where they are sent, and below which each is shown
/// @param bundle of the texts of what the rows stand for
/// @param permission who sends some
public record Uploads<F extends SentFile>(
        String path, String bundle, Permission permission, SentFiles<F> files, Reader<F> reader, Start start) {
    /// The texts of files, whatever their rows stand for.
    public static final String FILES = "dashboard.files";

    private static final int LATEST = 10;

    /// What keeps the rows of a file.
    @FunctionalInterface
    public interface Reader<F> {
        /// @param replaced a file that this one mends, and that goes
        F read(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable;
    }

    /// The page at which files are sent.
    @FunctionalInterface
    public interface Start {
        Answer show(Visit visit, int status, Problems problems);
    }

    public Sending sending(Visit visit, Problems problems) {
        return new Sending(
                visit.texts(bundle),
                visit.texts(FILES),
                visit.look(),
                path,
                visit.may(permission),
                problems,
                mended(visit).orElse(null),
                latest(visit));
    }

    private Sending.Latest latest(Visit visit) {
        var before = visit.request().query().text("before").flatMap(Ids::parse).orElse(null);
        var found = files.latest(visit.caller().organizationId(), before, LATEST + 1);
        boolean more = found.size() > LATEST;
        return new Sending.Latest(
                more ? found.subList(0, LATEST) : found,
                before != null,
                more ? found.get(LATEST - 1).id() : null);
    }

    /// The file that the one which was just refused was to mend. The next one mends it too: it would stand beside it
    /// otherwise, and both could be confirmed.
    private Optional<F> mended(Visit visit) {
        return visit.request().method() == Method.POST
                ? replaced(visit)
                        .flatMap(id -> files.find(visit.caller().organizationId(), id))
                        .filter(file -> file.state() == SentFile.State.READ)
                : Optional.empty();
    }

    private static Optional<UUID> replaced(Visit visit) {
        return visit.form().text("replaces").flatMap(Ids::parse);
    }

    public Answer upload(Visit visit) {
        var upload = visit.upload("file");
        if (upload.isEmpty()) {
            return refused(visit, visit.texts(FILES).get("noFile"));
        }
        try {
            var file = reader.read(
                    visit.caller(), upload.get().name(), upload.get().bytes(), replaced(visit));
            visit.note(file.id().toString());
            return visit.goTo(pathOf(file));
        } catch (Unreadable unreadable) {
            return refused(visit, visit.texts(FILES).get("unreadable." + unreadable.reason(), unreadable.detail()));
        }
    }

    private Answer refused(Visit visit, String why) {
        return start.show(visit, 400, Problems.of("file", why));
    }

    public Answer discard(Visit visit) {
        files.discard(file(visit));
        return visit.goTo(path, visit.texts(FILES).get("discarded"));
    }

    /// Has no more rows of a file worked through. Doing it twice is no error.
    ///
    /// @param late what is shown of one that has no rows left, or was not confirmed
    public Answer stop(Visit visit, Function<F, Answer> late) {
        var file = file(visit);
        return files.stop(file, Person.of(visit.caller())) || file(visit).stoppedBy() != null
                ? visit.goTo(pathOf(file), visit.texts(FILES).get("stopped"))
                : late.apply(file(visit));
    }

    /// The file that the address names, of the organization that asks.
    public F file(Visit visit) {
        var id = visit.request().id("id", Refusal.NOT_FOUND);
        return files.find(visit.caller().organizationId(), id).orElseThrow(Refusal.NOT_FOUND::refused);
    }

    public String pathOf(F file) {
        return path + "/" + file.id();
    }
}
