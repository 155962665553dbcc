package dev.sluice.dashboard;

import dev.sluice.auth.Caller;
import dev.sluice.fileimport.ImportFiles;
import dev.sluice.fileimport.SentFile;
import dev.sluice.fileimport.SentFile.Person;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Method;
import dev.sluice.merchant.Permission;
import dev.sluice.refusal.Refusal;
import dev.sluice.sheet.Unreadable;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// Uploads of files of any kind of rows: receives, finds and discards them.
///
/// @param path path of the upload, and prefix of each file's page
/// @param bundle name of the texts of this kind of file
/// @param permission permission to upload
public record Uploads<F extends SentFile>(
        String path, String bundle, Permission permission, ImportFiles<F> files, Reader<F> reader, Start start) {
    /// Name of the texts that all kinds of files share.
    public static final String FILES = "dashboard.files";

    private static final int LATEST = 10;

    /// Parses and stores the rows of a file.
    @FunctionalInterface
    public interface Reader<F> {
        /// @param replaced file that this one corrects and that is deleted
        F read(Caller caller, String name, byte[] bytes, Optional<UUID> replaced) throws Unreadable;
    }

    /// Renders the upload page.
    @FunctionalInterface
    public interface Start {
        Answer show(PageContext context, int status, Problems problems);
    }

    public ImportStartPage sending(PageContext context, Problems problems) {
        return new ImportStartPage(
                context.texts(bundle),
                context.texts(FILES),
                context.look(),
                path,
                context.may(permission),
                problems,
                mended(context).orElse(null),
                latest(context));
    }

    private ImportStartPage.Latest latest(PageContext context) {
        var before =
                context.request().query().text("before").flatMap(Ids::parse).orElse(null);
        var found = files.latest(context.caller().organizationId(), before, LATEST + 1);
        boolean more = found.size() > LATEST;
        return new ImportStartPage.Latest(
                more ? found.subList(0, LATEST) : found,
                before != null,
                more ? found.get(LATEST - 1).id() : null);
    }

    /// Returns the file that the refused upload was to correct. The next upload corrects it too; otherwise both
    /// files would exist and could both be confirmed.
    private Optional<F> mended(PageContext context) {
        return context.request().method() == Method.POST
                ? replaced(context)
                        .flatMap(id -> files.find(context.caller().organizationId(), id))
                        .filter(file -> file.state() == SentFile.State.READ)
                : Optional.empty();
    }

    private static Optional<UUID> replaced(PageContext context) {
        return context.form().text("replaces").flatMap(Ids::parse);
    }

    public Answer upload(PageContext context) {
        var upload = context.upload("file");
        if (upload.isEmpty()) {
            return refused(context, context.texts(FILES).get("noFile"));
        }
        try {
            var file = reader.read(
                    context.caller(), upload.get().name(), upload.get().bytes(), replaced(context));
            context.note(file.id().toString());
            return context.goTo(pathOf(file));
        } catch (Unreadable unreadable) {
            return refused(context, context.texts(FILES).get("unreadable." + unreadable.reason(), unreadable.detail()));
        }
    }

    private Answer refused(PageContext context, String why) {
        return start.show(context, 400, Problems.of("file", why));
    }

    public Answer discard(PageContext context) {
        files.discard(file(context));
        return context.goTo(path, context.texts(FILES).get("discarded"));
    }

    /// Stops the processing of a file. A repeated request is no error.
    ///
    /// @param late renders the page of a file that has no rows left or was not confirmed
    public Answer stop(PageContext context, Function<F, Answer> late) {
        var file = file(context);
        return files.stop(file, Person.of(context.caller())) || file(context).stoppedBy() != null
                ? context.goTo(pathOf(file), context.texts(FILES).get("stopped"))
                : late.apply(file(context));
    }

    /// Returns the file in the address, of the visitor's organization.
    public F file(PageContext context) {
        var id = context.request().id("id", Refusal.NOT_FOUND);
        return files.find(context.caller().organizationId(), id).orElseThrow(Refusal.NOT_FOUND::refused);
    }

    public String pathOf(F file) {
        return path + "/" + file.id();
    }
}
