package dev.sluice.dashboard.search;

import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportFiles;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.User;
import dev.sluice.policy.ListedWallet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/// Finds an organization's resources besides payments: currencies and tokens, users, uploaded files, and wallets of
/// the allowlist.
final class BelongingFinder {
    private final PageContext context;
    private final UUID organization;
    private final SearchPages.Belongings rooms;
    private final Hits hits;

    BelongingFinder(PageContext context, SearchPages.Belongings rooms, Hits hits) {
        this.context = context;
        this.organization = context.caller().organizationId();
        this.rooms = rooms;
        this.hits = hits;
    }

    /// Finds a file by its id.
    void fileOf(UUID id) {
        files(files -> files.find(organization, id).stream().toList());
    }

    /// Finds currencies and tokens with their statements, and files by a part of their name.
    void byName(String text) {
        if (text.length() >= Hits.NAME_LENGTH_MIN) {
            assets(text);
        }
        if (text.codePointCount(0, text.length()) >= ImportFiles.PART_LENGTH_MIN) {
            files(files -> files.named(organization, text, Hits.EACH_MAX));
        }
    }

    private void assets(String text) {
        rooms.references().currencies().stream()
                .filter(each -> SearchPages.isNamed(each.code() + " " + each.name(), text))
                .limit(Hits.EACH_MAX)
                .forEach(each -> asset(each.code(), each.name()));
        rooms.references().tokens().stream()
                .filter(each -> SearchPages.isNamed(
                        each.id() + " " + each.name() + " " + each.network().name(), text))
                .limit(Hits.EACH_MAX)
                .forEach(each -> asset(each.id(), each.name()));
    }

    private void asset(String code, String name) {
        hits.add(
                "statement",
                hits.formats().unit(code),
                name,
                Links.of(Section.BALANCES.path() + "/statement", Map.of("currency", code)));
    }

    private void files(Function<ImportFiles, List<ImportFile>> lookUp) {
        for (var each : rooms.files()) {
            if (context.may(each.permission())) {
                var section = context.common().get("section." + each.section());
                lookUp.apply(each.files())
                        .forEach(file -> hits.add(
                                "file",
                                file.name(),
                                Hits.described(section, hits.formats().time(file.createdAt())),
                                each.path() + "/" + file.id()));
            }
        }
    }

    /// Finds users by id or part of their name or email address, and wallets by id, label or part of their
    /// address. An organization has few of them.
    void listed(String text) {
        if (text.length() < Hits.NAME_LENGTH_MIN) {
            return;
        }
        if (context.may(Permission.MANAGE_TEAM)) {
            rooms.users().list(organization).stream()
                    .filter(each -> SearchPages.isNamed(each.id() + " " + each.name() + " " + each.email(), text))
                    .limit(Hits.EACH_MAX)
                    .forEach(this::add);
        }
        if (context.may(Permission.SEE_POLICY)) {
            rooms.policies().wallets(organization).stream()
                    .filter(each -> SearchPages.isNamed(
                            each.id() + " " + each.label() + " " + each.wallet().address(), text))
                    .limit(Hits.EACH_MAX)
                    .forEach(this::add);
        }
    }

    private void add(User user) {
        hits.add("person", user.name(), user.email(), Section.TEAM.path() + "#person-" + user.id());
    }

    /// Adds a wallet with a link that filters for it, because the page does not show all wallets of a long list.
    private void add(ListedWallet listed) {
        var address = listed.wallet().address();
        hits.add(
                "wallet",
                listed.label(),
                Hits.described(address, listed.wallet().memo()),
                Links.of(Section.POLICY.path(), Map.of("find", address)) + "#wallet-" + listed.id());
    }
}
