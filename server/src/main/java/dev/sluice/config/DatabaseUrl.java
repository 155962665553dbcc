package dev.sluice.config;

import dev.sluice.config.Config.Database;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The address of a PostgreSQL database, in JDBC's format (`jdbc:postgresql://…`) or in libpq's
/// (`postgresql://user:password@host:port/database?sslmode=require`, PostgreSQL manual 32.1.1.2).
final class DatabaseUrl {
    private static final String JDBC = "jdbc:postgresql:";
    private static final String RULE = "must be a URL such as postgresql://user:password@host:5432/database";

    private static final String HOST = "([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(:[0-9]{1,5})?";
    private static final Pattern ADDRESS = Pattern.compile(JDBC + "//" + HOST + "(," + HOST + ")*/[^/?#\\s]+");

    /// libpq's parameter names that differ in the JDBC driver. Other names are passed on unchanged for the driver
    /// to validate.
    private static final Map<String, String> JDBC_NAMES = Map.of(
            "application_name", "ApplicationName",
            "connect_timeout", "connectTimeout",
            "target_session_attrs", "targetServerType",
            "channel_binding", "channelBinding",
            "gssencmode", "gssEncMode",
            "keepalives", "tcpKeepAlive");

    private static final Map<String, String> SESSION_KINDS = Map.of(
            "read-write", "primary",
            "primary", "primary",
            "read-only", "secondary",
            "standby", "secondary",
            "prefer-standby", "preferSecondary",
            "any", "any");

    private DatabaseUrl() {}

    /// Parses a URL. Error messages never contain it, since it may contain a password.
    static Database parse(String text) {
        if (text.startsWith(JDBC)) {
            return jdbc(text);
        }
        if (text.startsWith("postgresql://") || text.startsWith("postgres://")) {
            return libpq(text);
        }
        throw new IllegalArgumentException(RULE + ", or jdbc:postgresql://host:5432/database");
    }

    private static Database jdbc(String text) {
        var mark = text.indexOf('?');
        var parameters = parameters(mark < 0 ? "" : text.substring(mark + 1));
        var user = Optional.ofNullable(parameters.remove("user"));
        var password = Optional.ofNullable(parameters.remove("password"));
        return checked(mark < 0 ? text : text.substring(0, mark), parameters, user, password);
    }

    /// Parses the URL manually, as libpq does: several hosts, or raw characters in a password, do not conform to
    /// RFC
    /// 3986.
    private static Database libpq(String text) {
        var rest = text.substring(text.indexOf("://") + 3);
        var mark = rest.indexOf('?');
        var parameters = parameters(mark < 0 ? "" : rest.substring(mark + 1));
        var place = mark < 0 ? rest : rest.substring(0, mark);
        var at = place.lastIndexOf('@');
        var login = at < 0 ? "" : place.substring(0, at);
        var colon = login.indexOf(':');
        var user = given(decoded(colon < 0 ? login : login.substring(0, colon)))
                .or(() -> Optional.ofNullable(parameters.remove("user")));
        var password = given(colon < 0 ? "" : decoded(login.substring(colon + 1)))
                .or(() -> Optional.ofNullable(parameters.remove("password")));
        var slash = place.indexOf('/', at + 1);
        var hosts = slash < 0 ? place.substring(at + 1) : place.substring(at + 1, slash);
        var database =
                given(slash < 0 ? "" : decoded(place.substring(slash + 1))).or(() -> user);
        if (hosts.isEmpty() || database.isEmpty() || database.get().contains("/")) {
            throw new IllegalArgumentException(RULE);
        }
        return checked(JDBC + "//" + hosts + "/" + encoded(database.get()), jdbcNamed(parameters), user, password);
    }

    private static Database checked(
            String address, Map<String, String> parameters, Optional<String> user, Optional<String> password) {
        if (!ADDRESS.matcher(address).matches()) {
            throw new IllegalArgumentException(RULE);
        }
        var query = parameters.entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + encoded(parameter.getValue()))
                .collect(Collectors.joining("&"));
        var url = query.isEmpty() ? address : address + "?" + query;
        return new Database(url, user, password);
    }

    private static Map<String, String> jdbcNamed(Map<String, String> parameters) {
        var named = new LinkedHashMap<String, String>();
        parameters.forEach((name, value) -> {
            var session = name.equals("target_session_attrs");
            named.put(JDBC_NAMES.getOrDefault(name, name), session ? SESSION_KINDS.getOrDefault(value, value) : value);
        });
        return named;
    }

    private static Map<String, String> parameters(String query) {
        var parameters = new LinkedHashMap<String, String>();
        for (var pair : query.isEmpty() ? List.<String>of() : List.of(query.split("&", -1))) {
            var equals = pair.indexOf('=');
            if (equals <= 0) {
                throw new IllegalArgumentException(RULE + "; its parameters are NAME=VALUE, joined by &");
            }
            parameters.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
        }
        return parameters;
    }

    private static Optional<String> given(String text) {
        return Optional.of(text).filter(some -> !some.isEmpty());
    }

    /// Decodes percent-encoding. A plus sign is literal here, unlike in a web form.
    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(RULE + "; a % in it must be written %25", e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
