package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Permitted dependencies: compares the table in [Modules] with the compiled program.
class ModulesTest {
    /// Containers, annotations that hide wiring, and a second way of logging.
    private static final List<String> NOWHERE = List.of(
            "javax.inject.",
            "jakarta.inject.",
            "jakarta.enterprise.",
            "org.springframework.",
            "com.google.inject.",
            "lombok.",
            "org.apache.logging.",
            "org.apache.commons.logging.",
            "java.util.logging.");

    private static final JavaClasses PROGRAM = Modules.program();

    @Test
    void every_package_is_a_module_of_the_table_and_every_module_exists() {
        var packages = new TreeSet<String>();
        PROGRAM.forEach(each -> packages.add(Modules.of(each.getPackageName())));
        packages.remove(Modules.COMPOSITION);
        assertThat(packages)
                .containsExactlyInAnyOrderElementsOf(
                        Modules.ALL.stream().map(Modules.Module::name).toList());
    }

    @Test
    void every_part_exists() {
        var packages = PROGRAM.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
        Modules.PARTS.forEach((module, parts) -> assertThat(parts)
                .allSatisfy(part -> assertThat(packages).contains(Modules.ROOT + "." + module + "." + part)));
    }

    @Test
    void the_table_goes_down_only() {
        var above = new HashSet<String>();
        int level = 0;
        for (var module : Modules.ALL) {
            assertThat(above).as("modules above %s", module.name()).containsAll(module.mayUse());
            assertThat(module.level()).as("level of %s", module.name()).isGreaterThanOrEqualTo(level);
            level = module.level();
            assertThat(above.add(module.name()))
                    .as("%s has one row", module.name())
                    .isTrue();
        }
    }

    @Test
    void the_map_in_the_architecture_has_every_module_with_its_level_and_uses() {
        var map = Repository.text(Repository.ROOT.resolve("ARCHITECTURE.md"));
        assertThat(Modules.ALL)
                .allSatisfy(module -> assertThat(map.lines()
                                .filter(line -> line.startsWith("| " + module.level() + " | `" + module.name() + "` |"))
                                .map(line -> Set.of(line.substring(
                                                line.lastIndexOf('|', line.length() - 2) + 1, line.length() - 1)
                                        .strip()
                                        .split(" "))))
                        .as(module.name())
                        .containsExactly(module.mayUse().isEmpty() ? Set.of("") : module.mayUse()));
    }

    @Test
    void the_map_in_the_architecture_has_every_part() {
        var map = Repository.text(Repository.ROOT.resolve("ARCHITECTURE.md"));
        Modules.PARTS.forEach((module, parts) -> assertThat(map)
                .contains("| `" + module + "` | "
                        + parts.stream().sorted().map(part -> "`" + part + "`").collect(Collectors.joining(", "))
                        + " |"));
    }

    @Test
    void a_module_uses_only_the_modules_that_the_table_allows() {
        assertThat(dependencies((from, to) -> !mayUse(from, to))).isEmpty();
    }

    @Test
    void nobody_uses_the_composition_root() {
        assertThat(dependencies((from, to) -> !Modules.of(from.getPackageName()).equals(Modules.COMPOSITION)
                        && Modules.isOurs(to.getPackageName())
                        && Modules.of(to.getPackageName()).equals(Modules.COMPOSITION)))
                .isEmpty();
    }

    @Test
    void a_library_stays_in_its_modules() {
        assertThat(dependencies((from, to) -> Modules.LIBRARIES.entrySet().stream()
                        .anyMatch(library ->
                                to.getName().startsWith(library.getKey()) && !isAmong(from, library.getValue()))))
                .isEmpty();
    }

    @Test
    void there_is_no_container_and_one_way_of_logging() {
        assertThat(dependencies((_, to) -> NOWHERE.stream().anyMatch(to.getName()::startsWith)))
                .isEmpty();
    }

    @Test
    void stores_are_seen_by_their_own_module_alone() {
        assertThat(PROGRAM.stream()
                        .filter(each -> each.getSimpleName().endsWith("Store"))
                        .filter(each -> each.getModifiers().contains(JavaModifier.PUBLIC))
                        .filter(each -> !Modules.PARTS.containsKey(Modules.of(each.getPackageName())))
                        .map(JavaClass::getName))
                .isEmpty();
        assertThat(dependencies((from, to) -> Modules.isOurs(to.getPackageName())
                        && isOfStore(to)
                        && !Modules.of(from.getPackageName()).equals(Modules.of(to.getPackageName()))))
                .isEmpty();
    }

    private static boolean isOfStore(JavaClass each) {
        var owner = each.getEnclosingClass();
        return owner.isPresent() ? isOfStore(owner.get()) : each.getSimpleName().endsWith("Store");
    }

    @Test
    void modules_without_input_and_output_stay_pure() {
        var pure = Set.of("money", "qr");
        var impure = List.of(
                "java.sql.",
                "java.net.http.",
                "java.nio.file.",
                "java.nio.channels.",
                "java.io.",
                "java.awt.",
                "javax.",
                "org.jdbi.",
                "org.slf4j.");
        assertThat(dependencies((from, to) -> pure.contains(Modules.of(from.getPackageName()))
                        && impure.stream().anyMatch(to.getName()::startsWith)))
                .isEmpty();
    }

    private static boolean mayUse(JavaClass from, JavaClass to) {
        var user = Modules.of(from.getPackageName());
        if (user.equals(Modules.COMPOSITION) || !Modules.isOurs(to.getPackageName())) {
            return true;
        }
        var used = Modules.of(to.getPackageName());
        return used.equals(Modules.COMPOSITION)
                || used.equals(user)
                || Modules.named(user).orElseThrow().mayUse().contains(used);
    }

    private static boolean isAmong(JavaClass from, Set<String> modules) {
        var module = Modules.of(from.getPackageName());
        return modules.contains(module) || (module.startsWith("rail.") && modules.contains("rail."));
    }

    private static List<String> dependencies(BiPredicate<JavaClass, JavaClass> unwanted) {
        return PROGRAM.stream()
                .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
                .filter(each -> unwanted.test(
                        each.getOriginClass(), each.getTargetClass().getBaseComponentType()))
                .map(Dependency::getDescription)
                .sorted()
                .toList();
    }
}
