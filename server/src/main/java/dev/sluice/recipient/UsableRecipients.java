package dev.sluice.recipient;

import dev.sluice.db.BatchLoader;
import dev.sluice.db.Database;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.recipient.RecipientRows.Checked;
import dev.sluice.refusal.Refusal;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Looks up recipients for payment or change. Holds those that screening rejected, and those whose rows were changed
/// outside of the service; the latter it reports.
final class UsableRecipients implements AutoCloseable {
    private static final String RECORD = "recipient";

    private final Database database;
    private final RecipientStore store;
    private final ScreenedRecipients screened;
    private final TamperAlarm alarm;
    private final BatchLoader<List<RecipientStore.Key>, StoredRecipients> loader;

    UsableRecipients(Database database, RecipientStore store, ScreenedRecipients screened, TamperAlarm alarm) {
        this.database = database;
        this.store = store;
        this.screened = screened;
        this.alarm = alarm;
        alarm.expect(RECORD);
        this.loader = new BatchLoader<>("recipients", this::read);
    }

    /// Returns some recipients of an organization, in one query for all concurrent callers.
    StoredRecipients find(UUID organizationId, Collection<UUID> ids) {
        return ids.isEmpty()
                ? StoredRecipients.NONE
                : loader.load(ids.stream()
                        .map(id -> new RecipientStore.Key(organizationId, id))
                        .toList());
    }

    /// Returns a recipient that is not deleted, in order to change it.
    ///
    /// @throws dev.sluice.refusal.Refused `RECIPIENT_HELD` if its row was changed outside of the service
    Optional<Recipient> findToChange(UUID organizationId, UUID id) {
        return database.read(handle -> store.find(handle, organizationId, id)).map(found -> {
            if (!found.authentic()) {
                alarm.raise(RECORD, organizationId, id);
                throw Refusal.RECIPIENT_HELD.refused();
            }
            return found.recipient();
        });
    }

    private List<StoredRecipients> read(List<List<RecipientStore.Key>> questions) {
        var keys = questions.stream().flatMap(List::stream).distinct().toList();
        var rejected = new HashSet<RecipientStore.Key>();
        var found = database
                .read(handle -> {
                    var checked = store.find(handle, keys);
                    rejected.addAll(screened.rejected(
                            handle, checked.stream().map(Checked::recipient).toList()));
                    return checked;
                })
                .stream()
                .collect(Collectors.toUnmodifiableMap(each -> key(each.recipient()), Function.identity()));
        found.forEach((key, each) -> {
            if (!each.authentic()) {
                alarm.raise(RECORD, key.organizationId(), key.id());
            }
        });
        return questions.stream()
                .map(question -> stored(
                        question.stream()
                                .map(found::get)
                                .filter(Objects::nonNull)
                                .distinct()
                                .toList(),
                        rejected))
                .toList();
    }

    private static StoredRecipients stored(List<Checked> found, Set<RecipientStore.Key> rejected) {
        return new StoredRecipients(
                found.stream()
                        .filter(Checked::authentic)
                        .map(Checked::recipient)
                        .filter(recipient -> !rejected.contains(key(recipient)))
                        .collect(Collectors.toMap(Recipient::id, Function.identity())),
                found.stream()
                        .filter(each -> !each.authentic())
                        .map(each -> each.recipient().id())
                        .collect(Collectors.toSet()),
                found.stream()
                        .map(Checked::recipient)
                        .filter(recipient -> rejected.contains(key(recipient)))
                        .map(Recipient::id)
                        .collect(Collectors.toSet()));
    }

    private static RecipientStore.Key key(Recipient recipient) {
        return new RecipientStore.Key(recipient.organizationId(), recipient.id());
    }

    @Override
    public void close() {
        loader.close();
    }
}
