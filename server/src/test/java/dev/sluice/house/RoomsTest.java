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
import org.junit.jupiter.api.Test;

/// Permitted dependencies: compares the table in [Rooms] with the compiled program.
class RoomsTest {
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

    private static final JavaClasses PROGRAM = Rooms.program();

    @Test
    void every_package_is_a_room_of_the_table_and_every_room_exists() {
        var packages = new TreeSet<String>();
        PROGRAM.forEach(each -> packages.add(Rooms.of(each.getPackageName())));
        packages.remove(Rooms.COMPOSITION);
        assertThat(packages)
                .containsExactlyInAnyOrderElementsOf(
                        Rooms.ALL.stream().map(Rooms.Room::name).toList());
    }

    @Test
    void the_table_goes_down_only() {
        var above = new HashSet<String>();
        int level = 0;
        for (var room : Rooms.ALL) {
            assertThat(above).as("rooms above %s", room.name()).containsAll(room.mayUse());
            assertThat(room.level()).as("level of %s", room.name()).isGreaterThanOrEqualTo(level);
            level = room.level();
            assertThat(above.add(room.name())).as("%s has one row", room.name()).isTrue();
        }
    }

    @Test
    void the_map_in_the_architecture_has_every_room_with_its_level() {
        var map = Repository.text(Repository.ROOT.resolve("ARCHITECTURE.md"));
        assertThat(Rooms.ALL)
                .allSatisfy(room -> assertThat(map).contains("| " + room.level() + " | `" + room.name() + "` |"));
    }

    @Test
    void a_room_uses_only_the_rooms_that_the_table_allows() {
        assertThat(dependencies((from, to) -> !mayUse(from, to))).isEmpty();
    }

    @Test
    void nobody_uses_the_composition_root() {
        assertThat(dependencies((from, to) -> !from.getPackageName().equals(Rooms.ROOT)
                        && to.getPackageName().equals(Rooms.ROOT)))
                .isEmpty();
    }

    @Test
    void a_library_stays_in_its_rooms() {
        assertThat(dependencies((from, to) -> Rooms.LIBRARIES.entrySet().stream()
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
    void stores_are_seen_by_their_own_room_alone() {
        assertThat(PROGRAM.stream()
                        .filter(each -> each.getSimpleName().endsWith("Store"))
                        .filter(each -> each.getModifiers().contains(JavaModifier.PUBLIC))
                        .map(JavaClass::getName))
                .isEmpty();
    }

    @Test
    void rooms_without_input_and_output_stay_pure() {
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
        assertThat(dependencies((from, to) -> pure.contains(Rooms.of(from.getPackageName()))
                        && impure.stream().anyMatch(to.getName()::startsWith)))
                .isEmpty();
    }

    private static boolean mayUse(JavaClass from, JavaClass to) {
        var user = Rooms.of(from.getPackageName());
        if (user.equals(Rooms.COMPOSITION) || !Rooms.isOurs(to.getPackageName())) {
            return true;
        }
        var used = Rooms.of(to.getPackageName());
        return used.equals(Rooms.COMPOSITION)
                || used.equals(user)
                || Rooms.named(user).orElseThrow().mayUse().contains(used);
    }

    private static boolean isAmong(JavaClass from, Set<String> rooms) {
        var room = Rooms.of(from.getPackageName());
        return rooms.contains(room) || (room.startsWith("rail.") && rooms.contains("rail."));
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
