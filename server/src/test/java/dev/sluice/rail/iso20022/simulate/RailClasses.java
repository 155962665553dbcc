package dev.sluice.rail.iso20022.simulate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Classes of the bank rail and of its tests, loaded anew, with compiled changes in place of the
/// originals. All others are shared, so that the tests use the database server that runs.
final class RailClasses extends ClassLoader {
    private static final List<String> PACKAGES = List.of("dev.sluice.rail.iso20022.", "dev.sluice.iso20022.");

    private final Path changed;

    /// @param changed folder of compiled changes
    RailClasses(Path changed) {
        super(RailClasses.class.getClassLoader());
        this.changed = changed;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (PACKAGES.stream().noneMatch(name::startsWith)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            var loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        var bytes = bytes(name);
        return defineClass(name, bytes, 0, bytes.length);
    }

    private byte[] bytes(String name) throws ClassNotFoundException {
        var file = name.replace('.', '/') + ".class";
        var own = changed.resolve(file);
        try (var in =
                Files.exists(own) ? Files.newInputStream(own) : getParent().getResourceAsStream(file)) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
