package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/// The licence of each library that the service uses or is tested with, according to its `pom.xml` or a parent's.
/// `./mvnw package` writes the complete list (CycloneDX) to `server/target/bom.json`, after the tests; here, only its
/// configuration is checked, and `./sluice test` inspects the list itself. Additional libraries of other modules are
/// named here, because they may not be downloaded yet.
class LicenceTest {
    /// Licences that permit use and redistribution with a program under the Apache License 2.0.
    private static final Pattern ALLOWED =
            Pattern.compile("(?i).*(apache|\\bMIT\\b|\\b0?BSD\\b|\\bEDL\\b|eclipse (public|distribution)|\\bEPL\\b"
                    + "|mozilla public|\\bMPL\\b"
                    + "|\\bCC0\\b|public domain|bouncy castle|\\bLGPL\\b|lesser general public"
                    + "|universal permissive|\\bUPL\\b|\\bISC\\b).*");

    /// Restrictions that revoke a licence's permissions, regardless of the rest of its name.
    private static final Pattern TAKEN_BACK =
            Pattern.compile("(?i).*(commons?[ -]clause|affero|\\bAGPL|\\bSSPL\\b|server side public|business source"
                    + "|non-?commercial).*");

    /// JMH is under the GPL 2.0 with the Classpath Exception, and brings JOpt Simple (MIT) and Commons Math
    /// (Apache 2.0). Only `bench` uses it, and it is not shipped with the service.
    private static final Set<String> USED_ELSEWHERE = Set.of("jmh-core");

    /// Name prefix of this project's own jars.
    private static final String OWN = "sluice-";

    private static final Path FONTS = Path.of("src", "main", "resources", "fonts");
    private static final Pattern FONT = Pattern.compile(".*\\.(?:ttf|otf|ttc|woff2?)");

    private static final List<String> OTHER_MODULES = List.of("client", "bench", "resilience");

    @Test
    void what_other_modules_use_is_on_the_class_path_too_or_named() throws Exception {
        var jars = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(each -> String.valueOf(Path.of(each).getFileName()))
                .toList();
        var besides = new TreeSet<String>();
        for (var module : OTHER_MODULES) {
            child(parse(Path.of("..", module, "pom.xml")), "dependencies").stream()
                    .flatMap(LicenceTest::children)
                    .map(dependency -> text(dependency, "artifactId"))
                    .filter(artifact -> !artifact.startsWith("sluice-"))
                    .filter(artifact -> jars.stream().noneMatch(jar -> jar.startsWith(artifact + "-")))
                    .forEach(besides::add);
        }
        assertThat(besides).isEqualTo(USED_ELSEWHERE);
    }

    @Test
    void everything_on_the_class_path_has_a_licence_that_fits_ours() throws Exception {
        var unfit = new TreeMap<String, List<String>>();
        var jars = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> each.endsWith(".jar"))
                .map(Path::of)
                .filter(jar -> !String.valueOf(jar.getFileName()).startsWith(OWN))
                .toList();
        assertThat(jars).hasSizeGreaterThan(100);
        assertThat(jars.stream().filter(jar -> !Files.exists(pom(jar))))
                .as("no pom.xml says their licences")
                .isEmpty();
        for (var jar : jars) {
            var licences = licences(pom(jar));
            if (!fits(licences)) {
                unfit.put(String.valueOf(jar.getFileName()), licences);
            }
        }
        assertThat(unfit).isEmpty();
    }

    @Test
    void one_that_does_not_fit_is_found() {
        for (var name : List.of(
                "GPL-3.0",
                "GNU Affero General Public License",
                "SSPL",
                "Commons Clause",
                "Proprietary",
                "Apache 2.0 with Commons Clause",
                "Apache License 2.0 + Common Clause",
                "MIT, non-commercial")) {
            assertThat(fits(List.of(name))).as(name).isFalse();
        }
        assertThat(fits(List.of())).isFalse();
        assertThat(fits(List.of("Apache-2.0", "Commons Clause"))).isFalse();
        assertThat(fits(List.of("GPL-2.0", "MIT"))).isTrue();
    }

    /// Several licences are alternatives; an additional restriction applies to all of them.
    private static boolean fits(List<String> licences) {
        return licences.stream().anyMatch(name -> ALLOWED.matcher(name).matches())
                && licences.stream().noneMatch(name -> TAKEN_BACK.matcher(name).matches());
    }

    @Test
    void each_build_writes_what_the_service_is_made_of() throws Exception {
        var plugins = child(child(parse(Path.of("..", "pom.xml")), "build").orElseThrow(), "plugins")
                .orElseThrow();
        var makers = children(plugins)
                .filter(plugin -> text(plugin, "artifactId").equals("cyclonedx-maven-plugin"))
                .toList();
        assertThat(makers).hasSize(1);
        var execution = children(child(makers.getFirst(), "executions").orElseThrow())
                .findFirst()
                .orElseThrow();
        assertThat(text(execution, "phase")).isEqualTo("package");
        assertThat(text(execution, "goals")).isEqualTo("makeBom");
        var configuration = child(makers.getFirst(), "configuration").orElseThrow();
        assertThat(children(configuration).map(Element::getTagName)).containsExactly("outputFormat");
        assertThat(text(configuration, "outputFormat")).isEqualTo("json");
        assertThat(Files.readString(Path.of("pom.xml"))).doesNotContain("cyclonedx");
    }

    /// The table beside the fonts names the owner and the licence of each, and the licence's text is there as
    /// well.
    @Test
    void each_font_has_its_licence_beside_it() throws Exception {
        var licences = new TreeMap<String, String>();
        for (var row : Files.readAllLines(FONTS.resolve("README.md"))) {
            var cells = row.split("\\|");
            if (row.startsWith("| `")) {
                Stream.of(cells[1].split(","))
                        .forEach(name -> licences.put(name.replace("`", "").strip(), cells[3].strip()));
            }
        }
        var beside = new TreeSet<String>();
        var resources = Path.of("src", "main", "resources");
        try (var files = Files.walk(resources)) {
            for (var font : files.filter(file -> FONT.matcher(file.toString()).matches())
                    .toList()) {
                assertThat(font).hasParent(FONTS);
                var name = String.valueOf(font.getFileName()).replaceAll("\\.[^.]*$", "");
                var row = licences.getOrDefault(
                        name.startsWith("NotoSans") ? "NotoSans*-Regular" : name, "none is named");
                beside.add("LICENSE-" + row.replace(' ', '-') + ".txt");
                assertThat(FONTS.resolve("LICENSE-" + row.replace(' ', '-') + ".txt"))
                        .as(name)
                        .isNotEmptyFile();
            }
        }
        assertThat(beside).containsExactly("LICENSE-Apache-2.0.txt", "LICENSE-OFL-1.1.txt");
        assertThat(FONTS.resolve("LICENSE-Apache-2.0.txt")).content().contains("Apache License");
        assertThat(FONTS.resolve("LICENSE-OFL-1.1.txt")).content().contains("SIL OPEN FONT LICENSE", "Inter", "Noto");
    }

    /// Returns the pom file beside its jar in the local repository, under the artifact's name without a
    /// classifier.
    private static Path pom(Path jar) {
        var version = jar.toAbsolutePath().getParent();
        var artifact = version.getParent();
        return version.resolve(artifact.getFileName() + "-" + version.getFileName() + ".pom");
    }

    /// Returns its own licences, or those of the nearest parent with any.
    private static List<String> licences(Path pom) throws Exception {
        var project = parse(pom);
        var names = new ArrayList<String>();
        child(project, "licenses")
                .ifPresent(licences -> children(licences)
                        .forEach(licence -> names.add(text(licence, "name") + " " + text(licence, "url"))));
        var parent = child(project, "parent");
        if (!names.isEmpty() || parent.isEmpty()) {
            return names;
        }
        var group = text(project, "groupId").isEmpty() ? text(parent.get(), "groupId") : text(project, "groupId");
        var repository = pom.getParent().getParent().getParent();
        for (int depth = group.split("\\.").length; depth > 0; depth--) {
            repository = repository.getParent();
        }
        var artifact = text(parent.get(), "artifactId");
        var version = text(parent.get(), "version");
        var next = repository
                .resolve(text(parent.get(), "groupId").replace('.', '/'))
                .resolve(artifact)
                .resolve(version)
                .resolve(artifact + "-" + version + ".pom");
        return Files.exists(next) ? licences(next) : names;
    }

    private static Element parse(Path pom) throws Exception {
        var factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(pom.toFile()).getDocumentElement();
    }

    private static Stream<Element> children(Element element) {
        var nodes = element.getChildNodes();
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(Element.class::isInstance)
                .map(Element.class::cast);
    }

    private static Optional<Element> child(Element element, String name) {
        return children(element).filter(each -> each.getTagName().equals(name)).findFirst();
    }

    private static String text(Element element, String name) {
        return child(element, name).map(each -> each.getTextContent().strip()).orElse("");
    }
}
