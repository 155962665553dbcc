package dev.sluice.dashboard;

import dev.sluice.auth.Caller;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.refusal.Refusal;
import dev.sluice.sheet.Unreadable;
import dev.sluice.sheet.file.SentFile;
import dev.sluice.sheet.file.SentFiles;
import java.util.Optional;
import java.util.UUID;

/// Files of rows that people send: taking one, finding it again, forgetting it, whatever its rows stand for.
///
/// @param path where they are sent, and below which each is shown
/// @param bundle of the texts
public record Uploads<F extends SentFile>(
        String path, String bundle, SentFiles<F> files, Reader<F> reader, Start start) {
    /// Where the reasons stand why a file cannot be read.
    private static final String UNREADABLE = "dashboard.bulk";

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

    public Answer upload(Visit visit) {
        var upload = visit.upload("file");
        if (upload.isEmpty()) {
            return refused(visit, visit.texts(bundle).get("noFile"));
        }
        try {
            var replaced = visit.form().text("replaces").flatMap(Ids::parse);
            var file = reader.read(
                    visit.caller(), upload.get().name(), upload.get().bytes(), replaced);
            return visit.goTo(pathOf(file));
        } catch (Unreadable unreadable) {
            return refused(
                    visit, visit.texts(UNREADABLE).get("unreadable." + unreadable.reason(), unreadable.detail()));
        }
    }

    private Answer refused(Visit visit, String why) {
        return start.show(visit, 400, Problems.of("file", why));
    }

    public Answer discard(Visit visit) {
        files.discard(file(visit));
        return visit.goTo(path, visit.texts(bundle).get("discarded"));
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
