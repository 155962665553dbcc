package dev.sluice.house;

import dev.sluice.db.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The SQL of the program: constants of its stores, read from the compiled classes.
final class SqlConstants {
    private static final Pattern STATEMENT =
            Pattern.compile("\\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\\s.*", Pattern.DOTALL);

    /// Quoted text, comments and casts are not parameters; `:name` and `?` are.
    private static final Pattern PARAMETER =
            Pattern.compile("'(?:[^']|'')*'|--[^\\n]*|::\\s*\\w+|(?<parameter>:[A-Za-z_]\\w*|\\?)");

    private static final Pattern TABLE =
            Pattern.compile("\\b(?:FROM|JOIN|INTO|UPDATE|USING|TABLE|ONLY)\\s+([a-z_][a-z0-9_]*)");

    private SqlConstants() {}

    /// A statement and its store.
    record Statement(Class<?> store, String name, String sql) {
        /// Returns the module of the store.
        String module() {
            return Modules.of(store.getPackageName());
        }

        /// Returns the text as PostgreSQL prepares it: with numbered parameters, as the driver sends it.
        String numbered() {
            var number = new int[1];
            return PARAMETER
                    .matcher(sql)
                    .replaceAll(match -> java.util.regex.Matcher.quoteReplacement(
                            match.group("parameter") == null ? match.group() : "$" + ++number[0]));
        }

        /// Returns the names in the positions of tables.
        List<String> tables() {
            return TABLE.matcher(sql).results().map(SqlConstants::name).toList();
        }

        @Override
        public String toString() {
            return store.getName().substring(Modules.ROOT.length() + 1) + "." + name;
        }
    }

    /// Returns all statements of all stores.
    static List<Statement> all() {
        var statements = new ArrayList<Statement>();
        stores().forEach(store -> {
            for (var field : store.getDeclaredFields()) {
                if (isConstantText(field)) {
                    var text = text(field);
                    if (STATEMENT.matcher(text).matches()) {
                        statements.add(new Statement(store, field.getName(), text));
                    }
                }
            }
        });
        return statements;
    }

    /// Returns the classes named `…Store`, and their nested classes.
    static List<Class<?>> stores() {
        var root = classes();
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString().replace(java.io.File.separatorChar, '.'))
                    .filter(name -> name.matches(".*Store(\\$\\w+)?\\.class"))
                    .sorted()
                    .<Class<?>>map(name -> load(name.substring(0, name.length() - ".class".length())))
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Path classes() {
        try {
            return Path.of(Database.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException gone) {
            throw new IllegalStateException(gone);
        }
    }

    private static boolean isConstantText(Field field) {
        return field.getType() == String.class
                && Modifier.isStatic(field.getModifiers())
                && Modifier.isFinal(field.getModifiers());
    }

    private static String text(Field field) {
        try {
            field.setAccessible(true);
            return Objects.requireNonNull((String) field.get(null));
        } catch (IllegalAccessException closed) {
            throw new IllegalStateException(closed);
        }
    }

    private static String name(MatchResult match) {
        return match.group(1);
    }
}
