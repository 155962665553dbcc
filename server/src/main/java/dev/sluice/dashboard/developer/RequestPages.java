package dev.sluice.dashboard.developer;

import dev.sluice.auth.ApiClient;
import dev.sluice.auth.ApiKey;
import dev.sluice.client.model.ErrorDetail;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Json;
import dev.sluice.http.Query;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refusal;
import dev.sluice.requestlog.Entry;
import dev.sluice.requestlog.RequestFilter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Log of API requests, with a check of refused signatures.
public final class RequestPages {
    private static final int ROWS = 50;
    private static final String ONE = Tab.REQUESTS.path("{id}");

    private final DashboardGuard guard;
    private final DeveloperPages.Modules modules;

    RequestPages(DashboardGuard guard, DeveloperPages.Modules modules) {
        this.guard = guard;
        this.modules = modules;
    }

    List<Route> routes() {
        return List.of(
                guard.page(Tab.REQUESTS.path(), Permission.DEVELOP, this::list),
                guard.page(ONE, Permission.DEVELOP, context -> detail(context, SignatureCheck.Sent.NOTHING)),
                guard.question(
                        ONE, Permission.DEVELOP, context -> detail(context, SignatureCheck.Sent.of(context.form()))));
    }

    private Answer list(PageContext context) {
        var texts = DeveloperPages.texts(context);
        var organization = context.visitor().organizationId();
        var query = context.request().query();
        var parameters = new LinkedHashMap<String, String>();
        for (var name : List.of("outcome", "actor", "path", "answer", "requestId")) {
            query.text(name).ifPresent(value -> parameters.put(name, value));
        }
        var before = query.text("before").flatMap(Ids::parse).orElse(null);
        var found = modules.requests().page(filter(organization, query, before), ROWS + 1);
        var page = found.subList(0, Math.min(found.size(), ROWS));
        return context.page(
                "dashboard/developer/requests.jte",
                Section.DEVELOPERS,
                texts.get("requests"),
                frame -> new Log(
                        frame,
                        texts,
                        context.formats(),
                        modules.requests().isOn(),
                        page,
                        actors(organization),
                        parameters,
                        before != null,
                        found.size() > ROWS ? page.getLast().id() : null));
    }

    private static RequestFilter filter(UUID organization, Query query, @Nullable UUID before) {
        return new RequestFilter(
                organization,
                before,
                query.oneOf("outcome", List.of("refused", "answered"))
                        .map("refused"::equals)
                        .orElse(null),
                query.text("actor").flatMap(Ids::parse).orElse(null),
                query.text("requestId").orElse(null),
                query.text("path").map(String::strip).orElse(null),
                query.text("answer").map(String::strip).orElse(null));
    }

    /// Returns the labels of clients and keys, by their ids.
    private Map<UUID, String> actors(UUID organization) {
        var names = new LinkedHashMap<UUID, String>();
        for (ApiClient client : modules.clients().list(organization).reversed()) {
            names.put(client.id(), client.label());
        }
        for (ApiKey key : modules.keys().list(organization).reversed()) {
            names.put(key.id(), key.label());
        }
        return names;
    }

    private Answer detail(PageContext context, SignatureCheck.Sent sent) {
        var texts = DeveloperPages.texts(context);
        var organization = context.visitor().organizationId();
        var entry = Ids.parse(context.request().parameter("id"))
                .flatMap(id -> modules.requests().find(organization, id))
                .orElseThrow(Refusal.NOT_FOUND::refused);
        var actor = actors(organization)
                .getOrDefault(entry.actorId(), entry.actorId().toString());
        var check = SignatureCheck.of(entry, modules.clients(), sent);
        return context.page(
                "dashboard/developer/request.jte",
                Section.DEVELOPERS,
                texts.get("request"),
                frame -> new RequestPage(frame, texts, context.formats(), entry, actor, check));
    }

    /// Page of the request log.
    ///
    /// @param on true if requests are logged
    /// @param actors labels of clients and keys
    /// @param parameters active filters
    /// @param further true if there are newer requests
    /// @param next cursor of the older ones
    public record Log(
            Frame frame,
            Texts texts,
            Formats formats,
            boolean on,
            List<Entry> entries,
            Map<UUID, String> actors,
            Map<String, String> parameters,
            boolean further,
            @Nullable UUID next) {
        public boolean is(String parameter, String value) {
            return value.equals(parameters.get(parameter));
        }

        public String actor(Entry entry) {
            return actors.getOrDefault(entry.actorId(), "–");
        }
    }

    /// Page of one request.
    ///
    /// @param check null unless a signature was refused
    public record RequestPage(
            Frame frame,
            Texts texts,
            Formats formats,
            Entry entry,
            String actor,
            @Nullable SignatureCheck check) {
        /// Returns the problems by field.
        public List<ErrorDetail> details() {
            var fault = entry.fault();
            var details = new ArrayList<ErrorDetail>();
            if (fault != null) {
                Json.parse(fault.details().getBytes(StandardCharsets.UTF_8))
                        .forEach(each -> details.add(new ErrorDetail(
                                each.path("field").asString(""),
                                each.path("code").asString(""),
                                each.path("message").asString(""),
                                null)));
            }
            return details;
        }
    }
}
