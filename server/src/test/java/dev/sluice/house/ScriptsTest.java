package dev.sluice.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Rules for the service's scripts and templates: they do not run text as code, make markup from text, listen to other
/// windows, or store private data in the browser.
class ScriptsTest {
    private static final List<Path> SCRIPTS = ours(".js");
    private static final List<Path> TEMPLATES = ours(".jte");

    /// Constructs that run text as a program, or parse it as markup.
    private static final Map<String, Pattern> RUNS_TEXT = Map.of(
            "eval", Pattern.compile("\\beval\\s*\\(|\\bnew\\s+Function\\b|\\bimport\\s*\\("),
            "a timer of text", Pattern.compile("\\bset(Timeout|Interval)\\s*\\(\\s*[\"'`]"),
            "markup of text",
                    Pattern.compile("\\b(inner|outer)HTML\\s*\\+?=(?!=)|insertAdjacentHTML|document\\.write"
                            + "|createContextualFragment|\\bsrcdoc\\b"),
            "an address of script", Pattern.compile("(?i)[\"'`]\\s*javascript:"));

    /// Messages of other windows, and member names from data that could reach the shared prototype.
    private static final Map<String, Pattern> HEARS_OTHERS = Map.of(
            "postMessage",
                    Pattern.compile("\\bpostMessage\\b|\\bonmessage\\b"
                            + "|((?m:^)|[^\\w.]|\\b(window|self|globalThis)\\.)addEventListener"
                            + "\\(\\s*[\"']message[\"']"),
            "a shared prototype", Pattern.compile("__proto__|\\.prototype\\b|\\bObject\\.setPrototypeOf\\b"),
            "a member named by data", Pattern.compile("[\\w)\\]]\\[[^\\]\"'`]*[A-Za-z][^\\]\"'`]*]\\s*=(?![=>])"));

    /// Allowed data in the browser's storage, for as long as a window is open or longer: the setting of keyboard
    /// shortcuts, the id of the window, and texts typed into a form until its answer arrives.
    private static final Map<String, String> KEPT =
            Map.of("\"sluice_keys\"", "localStorage", "\"sluice_window\"", "sessionStorage", "TYPED", "sessionStorage");

    private static final Pattern STORED = Pattern.compile("(\\w+Storage)\\.setItem\\(\\s*([^,]+),");
    private static final Pattern PASSWORD = Pattern.compile("@template\\.dashboard\\.kit\\.field\\("
            + "[^\\n]*(name = \"password\"|type = \"password\"|-password\")[^\\n]*");

    private static List<Path> ours(String ending) {
        return Repository.files(ending).stream()
                .filter(file -> Repository.name(file).startsWith("server/src/main/"))
                .toList();
    }

    private static List<String> found(List<Path> files, Map<String, Pattern> bans) {
        var found = new ArrayList<String>();
        for (var file : files) {
            var text = Repository.text(file);
            bans.forEach((what, pattern) -> pattern.matcher(text)
                    .results()
                    .forEach(each -> found.add(Repository.name(file) + ": " + what + ": " + each.group())));
        }
        return found;
    }

    /// Fields that are shown as invalid, but not announced by screen readers (WCAG 4.1.2).
    private static final Map<String, Pattern> WRONG_UNSAID = Map.of(
            "aria-invalid",
            Pattern.compile("(?m)^(?=.*<(?:input|select|textarea)[^\\n]*\\bis-invalid\\b)(?!.*aria-invalid).*"));

    /// A template ends with a new line, and that is a gap on the page.
    private static final Map<String, Pattern> MARK_AFTER_GAP = Map.of(
            "a mark after a gap",
            Pattern.compile("@template\\.[\\w.]+" + "\\((?:[^()\\n]|\\((?:[^()\\n]|\\([^()\\n]*\\))*\\))*\\)[,.;:!?]"));

    @Test
    void no_mark_of_punctuation_follows_what_another_template_writes() {
        assertThat(found(TEMPLATES, MARK_AFTER_GAP)).isEmpty();
    }

    @Test
    void a_field_that_is_shown_as_wrong_is_said_to_be() {
        assertThat(TEMPLATES).hasSizeGreaterThan(50);
        assertThat(found(TEMPLATES, WRONG_UNSAID)).isEmpty();
    }

    @Test
    void no_script_runs_a_text_or_makes_markup_of_it() {
        assertThat(SCRIPTS).hasSizeGreaterThan(5);
        assertThat(found(SCRIPTS, RUNS_TEXT)).isEmpty();
    }

    @Test
    void no_script_hears_other_windows_or_names_members_by_what_comes_from_outside() {
        assertThat(found(SCRIPTS, HEARS_OTHERS)).isEmpty();
    }

    @Test
    void what_browsers_keep_is_known() {
        var stored = new TreeSet<String>();
        for (var script : SCRIPTS) {
            STORED.matcher(Repository.text(script))
                    .results()
                    .forEach(each -> stored.add(each.group(2) + " " + each.group(1)));
        }
        assertThat(stored)
                .containsExactlyInAnyOrderElementsOf(KEPT.entrySet().stream()
                        .map(each -> each.getKey() + " " + each.getValue())
                        .toList());
        assertThat(found(SCRIPTS, Map.of("indexed", Pattern.compile("indexedDB|caches\\.open|serviceWorker"))))
                .isEmpty();
    }

    @Test
    void no_template_has_a_program_of_its_own_or_a_plug_in() {
        assertThat(TEMPLATES).hasSizeGreaterThan(100);
        var bans = Map.of(
                "a handler", Pattern.compile("\\son[a-z]+\\s*=\\s*[\"']"),
                "a script", Pattern.compile("<script(?![^>]*\\b(src=|type=\"application/json\"))"),
                "a plug-in", Pattern.compile("<(object|embed|applet|portal)\\b"),
                "an address of script", Pattern.compile("(?i)(href|src|action)=\"\\s*javascript:"));
        assertThat(found(TEMPLATES, bans)).isEmpty();
    }

    /// Password fields hide their text from onlookers, and password managers recognize the purpose of each field.
    @Test
    void passwords_are_hidden_and_can_be_pasted_and_kept() {
        var fields = TEMPLATES.stream()
                .flatMap(template -> PASSWORD.matcher(Repository.text(template)).results())
                .map(MatchResult::group)
                .toList();
        assertThat(fields)
                .hasSizeGreaterThan(8)
                .allSatisfy(field -> assertThat(field)
                        .contains("type = \"password\"")
                        .containsPattern("autocomplete = \"(current|new)-password\""));
        assertThat(found(TEMPLATES, Map.of("a bare field", Pattern.compile("<input[^>]*assword"))))
                .isEmpty();
        assertThat(found(SCRIPTS, Map.of("pasting", Pattern.compile("[\"'](paste|copy|cut|drop)[\"']"))))
                .isEmpty();
    }
}
