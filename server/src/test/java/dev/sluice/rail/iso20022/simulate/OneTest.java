package dev.sluice.rail.iso20022.simulate;

import dev.sluice.rail.iso20022.simulate.PlantedBug.Finder;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Runs one test method with its preparations, in classes of a loader.
final class OneTest {
    private final Class<?> type;
    private final Path folder;
    private final Object test;

    private OneTest(Class<?> type, Path folder) throws ReflectiveOperationException {
        this.type = type;
        this.folder = folder;
        var constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        this.test = constructor.newInstance();
    }

    /// Returns the failure of a test; empty if it passes.
    static Optional<Throwable> failure(ClassLoader classes, Finder finder, Path folder) throws Exception {
        var one = new OneTest(classes.loadClass(finder.className()), Files.createDirectories(folder));
        try {
            one.setFolders();
            one.all(BeforeAll.class, false);
            one.all(BeforeEach.class, false);
            one.run(finder);
            return Optional.empty();
        } catch (InvocationTargetException failed) {
            return Optional.of(failed.getCause());
        } finally {
            one.all(AfterEach.class, true);
            one.all(AfterAll.class, true);
        }
    }

    /// Returns the classes from the most general one to the test's.
    private List<Class<?>> hierarchy() {
        var all = new ArrayList<Class<?>>();
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            all.addFirst(at);
        }
        return all;
    }

    private void setFolders() throws IllegalAccessException {
        for (var each : hierarchy()) {
            for (var field : each.getDeclaredFields()) {
                if (field.isAnnotationPresent(TempDir.class)) {
                    field.setAccessible(true);
                    field.set(test, folder);
                }
            }
        }
    }

    private void all(Class<? extends Annotation> kind, boolean reversed) throws ReflectiveOperationException {
        var methods = new ArrayList<Method>();
        for (var each : hierarchy()) {
            Arrays.stream(each.getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(kind))
                    .forEach(methods::add);
        }
        if (reversed) {
            Collections.reverse(methods);
        }
        for (var method : methods) {
            call(method, method.getParameterCount() == 0 ? new Object[0] : new Object[] {folder});
        }
    }

    private void run(Finder finder) throws ReflectiveOperationException {
        var method = hierarchy().stream()
                .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
                .filter(each -> each.getName().equals(finder.method()))
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(finder.className() + "#" + finder.method()));
        var arguments = new Object[finder.arguments().length];
        for (int at = 0; at < arguments.length; at++) {
            arguments[at] = value(method.getParameterTypes()[at], finder.arguments()[at]);
        }
        call(method, arguments);
    }

    private static Object value(Class<?> type, String text) {
        return type.isEnum()
                ? Arrays.stream(type.getEnumConstants())
                        .filter(each -> each.toString().equals(text))
                        .findFirst()
                        .orElseThrow()
                : text;
    }

    private @Nullable Object call(Method method, Object[] arguments) throws ReflectiveOperationException {
        method.setAccessible(true);
        return method.invoke(test, arguments);
    }
}
