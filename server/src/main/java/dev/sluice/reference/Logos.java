package dev.sluice.reference;

import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.reference.ReferenceFiles.DataFile;
import dev.sluice.refusal.Refusal;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/// The pictures of currencies, tokens and payment methods, drawn for this service and held in memory. A path outside
/// that list is not found, so path traversal is impossible.
public final class Logos {
    private static final String TEMPLATE = "/assets/logo/{kind}/{name}";
    private static final String SUFFIX = ".svg";
    private static final String GENERIC = "generic";
    private static final Map<String, byte[]> PICTURES = shipped();

    private final Supplier<String> baseUrl;

    /// @param baseUrl supplier of the service's public address, called for each use because an ephemeral port is
    ///     known late
    public Logos(Supplier<String> baseUrl) {
        this.baseUrl = baseUrl;
    }

    public Route route() {
        return new Route(Method.GET, TEMPLATE, this::serve);
    }

    String url(Currency currency) {
        return url("currency", currency.code());
    }

    String url(Token token) {
        return url("token", token.symbol().toLowerCase(Locale.ROOT));
    }

    public String url(DepositMethod method) {
        return url("method", method.type().picture());
    }

    /// Returns the URL of a picture. A row added by an operator has no picture of its own and gets the generic one
    /// of its kind.
    private String url(String kind, String name) {
        var path = kind + "/" + name + SUFFIX;
        var known = PICTURES.containsKey(path) ? path : kind + "/" + GENERIC + SUFFIX;
        var base = baseUrl.get();
        return (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + "/assets/logo/" + known;
    }

    private Answer serve(Request request) {
        var picture = PICTURES.get(request.parameter("kind") + "/" + request.parameter("name"));
        if (picture == null) {
            throw Refusal.NOT_FOUND.refused();
        }
        return new Answer(200, "image/svg+xml", picture)
                .with("Cache-Control", "public, max-age=86400")
                .with("X-Content-Type-Options", "nosniff")
                .with("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
                .with("Cross-Origin-Resource-Policy", "cross-origin");
    }

    private static Map<String, byte[]> shipped() {
        var files = ReferenceFiles.shipped();
        var pictures = new HashMap<String, byte[]>();
        for (var kind : List.of("currency", "token")) {
            add(pictures, kind, GENERIC);
        }
        files.rows(DataFile.CURRENCIES).forEach(row -> add(pictures, "currency", cell(row, "code")));
        files.rows(DataFile.TOKENS)
                .forEach(row -> add(pictures, "token", cell(row, "symbol").toLowerCase(Locale.ROOT)));
        for (var type : DepositMethod.Type.values()) {
            add(pictures, "method", type.picture());
        }
        return Map.copyOf(pictures);
    }

    private static void add(Map<String, byte[]> pictures, String kind, String name) {
        var path = kind + "/" + name + SUFFIX;
        pictures.computeIfAbsent(path, _ -> ReferenceFiles.resource("logos/" + path));
    }

    private static String cell(Map<String, String> row, String column) {
        var value = row.get(column);
        if (value == null) {
            throw new IllegalStateException("the data file has no column " + column);
        }
        return value;
    }
}
