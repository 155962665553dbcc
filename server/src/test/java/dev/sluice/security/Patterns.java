package dev.sluice.security;

import dev.sluice.client.Authentication;
import dev.sluice.sheet.SheetReader;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The regular expressions of the service and of its client: those in fields, alone, in collections and in records,
/// and those that the source contains at their use.
///
/// @param all by field, or by file and text
/// @param unread calls with a regular expression that is not a constant, each as file and argument
record Patterns(Map<String, Pattern> all, Set<String> unread) {
    /// Calls with a regular expression as argument; a call on a matcher has no argument.
    private static final Pattern CALL = Pattern.compile("(?:\\bPattern\\s*\\.\\s*compile"
            + "|\\.\\s*(?:matches|replaceAll|replaceFirst|split|splitWithDelimiters))\\((?!\\))");

    private static final Pattern TERM =
            Pattern.compile("\\s*(?:\"(?<literal>(?:[^\"\\\\]|\\\\.)*+)\"|(?<constant>[A-Z][A-Z_0-9]*))\\s*(?:\\+|$)");

    /// An escaped backslash does not begin an escape.
    private static final Pattern NUMBERED =
            Pattern.compile("(?<!\\\\)(?<before>(?:\\\\{2})*+)\\\\u+(?<number>[0-9a-fA-F]{4})");

    private static final String PATTERN = Pattern.class.getName();

    /// A class that creates its patterns on demand, from the marks of a language.
    private static final String MARKS = "dev.sluice.dashboard.Amounts$Marks";

    private static final List<Locale> LANGUAGES = List.of(Locale.ENGLISH, Locale.of("id"));

    static Patterns collect() throws IOException, URISyntaxException, ReflectiveOperationException {
        var all = ofFields();
        var held = all.values().stream().map(Pattern::pattern).collect(Collectors.toSet());
        var unread = new TreeSet<String>();
        for (var sources : List.of(Path.of("src", "main", "java"), Path.of("..", "client", "src", "main", "java"))) {
            for (var file : files(sources, ".java")) {
                for (var call : calls(Files.readString(sources.resolve(file)))) {
                    var name = Path.of(file).getFileName() + ": ";
                    var regex = text(call.argument(), constant -> constant(className(file), constant));
                    if (regex.isEmpty()) {
                        unread.add(name + call.argument().replaceAll("\\s+", " "));
                    } else if (!call.compiles() || !held.contains(regex.get())) {
                        all.put(name + regex.get(), Pattern.compile(regex.get()));
                    }
                }
            }
        }
        return new Patterns(all, unread);
    }

    /// A call that takes a regular expression.
    ///
    /// @param compiles true if its pattern is stored
    record Call(boolean compiles, String argument) {}

    static List<Call> calls(String source) {
        var all = new ArrayList<Call>();
        var call = CALL.matcher(source);
        while (call.find()) {
            int end = endOfArgument(source, call.end());
            all.add(new Call(
                    source.startsWith("Pattern", call.start()),
                    source.substring(call.end(), end).strip()));
        }
        return all;
    }

    private static int endOfArgument(String source, int start) {
        int depth = 0;
        boolean quoted = false;
        int at = start;
        while (at < source.length()) {
            char next = source.charAt(at);
            if (next == '"') {
                quoted = !quoted;
            } else if (quoted) {
                at += next == '\\' ? 1 : 0;
            } else if (depth == 0 && (next == ',' || next == ')')) {
                return at;
            } else if (next == '(' || next == '{' || next == '[') {
                depth++;
            } else if (next == ')' || next == '}' || next == ']') {
                depth--;
            }
            at++;
        }
        return source.length();
    }

    /// Returns the concatenation of literals and constants; empty if an argument contains anything else.
    static Optional<String> text(String argument, Function<String, Optional<String>> constants) {
        var text = new StringBuilder();
        var term = TERM.matcher(argument);
        int end = 0;
        while (end < argument.length() && term.region(end, argument.length()).lookingAt()) {
            var literal = term.group("literal");
            var value = literal == null
                    ? constants.apply(String.valueOf(term.group("constant")))
                    : Optional.of(unescaped(literal));
            if (value.isEmpty()) {
                return Optional.empty();
            }
            text.append(value.get());
            end = term.end();
        }
        return end == argument.length() ? Optional.of(text.toString()) : Optional.empty();
    }

    /// Decodes a literal as the compiler does: Unicode escapes first, then the other escapes.
    private static String unescaped(String literal) {
        return NUMBERED.matcher(literal)
                .replaceAll(match -> Matcher.quoteReplacement(
                        match.group("before") + (char) Integer.parseInt(match.group("number"), 16)))
                .translateEscapes();
    }

    private static Map<String, Pattern> ofFields()
            throws IOException, URISyntaxException, ReflectiveOperationException {
        var types = new ArrayList<Class<?>>();
        for (var inside : List.of(SheetReader.class, Authentication.class)) {
            var classes = Path.of(
                    inside.getProtectionDomain().getCodeSource().getLocation().toURI());
            // The client is a jar if the build packs it first; in that case, only its source is checked.
            for (var file : Files.isDirectory(classes) ? files(classes, ".class") : List.<String>of()) {
                types.add(Class.forName(className(file), false, Patterns.class.getClassLoader()));
            }
        }
        var holders = types.stream()
                .filter(Class::isRecord)
                .filter(type -> Arrays.stream(type.getRecordComponents())
                        .map(RecordComponent::getGenericType)
                        .anyMatch(each -> each.getTypeName().contains(PATTERN)))
                .map(Class::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        holders.add(PATTERN);
        var all = new TreeMap<String, Pattern>();
        for (var type : types) {
            for (var field : type.getDeclaredFields()) {
                var declared = field.getGenericType().getTypeName();
                if (Modifier.isStatic(field.getModifiers()) && holders.stream().anyMatch(declared::contains)) {
                    put(type.getName() + "." + field.getName(), value(field), all);
                }
            }
        }
        var marks = Class.forName(MARKS).getDeclaredMethod("of", Locale.class);
        marks.setAccessible(true);
        for (var language : LANGUAGES) {
            put(MARKS + " " + language, marks.invoke(null, language), all);
        }
        return all;
    }

    private static void put(String name, Object value, Map<String, Pattern> all) throws ReflectiveOperationException {
        switch (value) {
            case Pattern pattern -> all.put(name, pattern);
            case Map<?, ?> map -> {
                put(name, map.keySet(), all);
                put(name, map.values(), all);
            }
            case Collection<?> several -> {
                for (var each : several) {
                    put(name + (each instanceof Pattern pattern ? " " + pattern : ""), each, all);
                }
            }
            case Record record -> {
                for (var component : record.getClass().getRecordComponents()) {
                    var accessor = component.getAccessor();
                    accessor.setAccessible(true);
                    var part = accessor.invoke(record);
                    put(name + (part instanceof Pattern pattern ? " " + pattern : ""), part, all);
                }
            }
            default -> {
                // Ignored: a class without patterns.
            }
        }
    }

    private static List<String> files(Path folder, String end) throws IOException {
        try (var files = Files.walk(folder.resolve("dev", "sluice"))) {
            return files.map(folder::relativize)
                    .map(file -> file.toString().replace('\\', '/'))
                    .filter(file -> file.endsWith(end))
                    .sorted()
                    .toList();
        }
    }

    private static String className(String file) {
        return file.substring(0, file.lastIndexOf('.')).replace('/', '.');
    }

    private static Optional<String> constant(String className, String name) {
        try {
            return constant(Class.forName(className, false, Patterns.class.getClassLoader()), name);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Optional<String> constant(Class<?> type, String name) throws ReflectiveOperationException {
        for (var field : type.getDeclaredFields()) {
            if (field.getName().equals(name) && Modifier.isStatic(field.getModifiers())) {
                return Optional.of(String.valueOf(value(field)));
            }
        }
        for (var nested : type.getDeclaredClasses()) {
            var found = constant(nested, name);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Object value(Field field) throws ReflectiveOperationException {
        field.setAccessible(true);
        return field.get(null);
    }
}
