package dev.sluice.rail.iso20022.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfile.Folders;
import dev.sluice.rail.iso20022.profile.BankProfile.Folders.After;
import dev.sluice.rail.iso20022.transport.BankTransport.OutgoingFile;
import dev.sluice.rail.iso20022.transport.BankTransport.Remote;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Behaviour of every transport: files of the bank. The test sees the folders as the bank does, on disk.
abstract class BankInboxContract {
    static final OutgoingFile FILE = file("PAY7XK2.xml", "PAY7XK2", "<Document>our payments</Document>", 1);

    @TempDir
    Path root;

    private @Nullable BankTransport opened;

    /// Returns the transport's name of a folder below the root.
    abstract String folder(String name);

    abstract BankProfile.Transport profile(Folders folders);

    @BeforeEach
    void create_the_folders() throws IOException {
        for (var each : List.of("out", "temp", "sent", "in", "acks", "done")) {
            Files.createDirectories(root.resolve(each));
        }
    }

    @AfterEach
    void close_the_transport() {
        if (opened != null) {
            opened.close();
        }
    }

    BankTransport transport() throws IOException {
        return transport(After.MOVE);
    }

    BankTransport transport(After after) throws IOException {
        if (opened != null) {
            opened.close();
        }
        opened = FileTransport.open(profile(folders(null, after)));
        return opened;
    }

    Folders folders(@Nullable String temp, After after) {
        return new Folders(
                folder("out"),
                temp == null ? null : folder(temp),
                folder("sent"),
                folder("in"),
                folder("acks"),
                after,
                folder("done"),
                "{msgId}.xml");
    }

    static OutgoingFile file(String name, String msgId, String content, int attempt) {
        return new OutgoingFile(name, msgId, content.getBytes(StandardCharsets.UTF_8), attempt);
    }

    void put(String path, String content) throws IOException {
        Files.writeString(root.resolve(path), content);
    }

    List<String> names(String folder) throws IOException {
        try (var paths = Files.list(root.resolve(folder))) {
            return paths.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    static Remote only(BankTransport transport) throws IOException {
        assertThat(transport.list()).hasSize(1);
        return transport.list().getFirst();
    }

    @Test
    void only_complete_files_are_listed_by_name() throws Exception {
        put("secret.xml", "outside");
        put("in/b.xml", "bb");
        put("in/a.xml", "a");
        put("in/.hidden.xml", "x");
        put("in/c.xml.part", "x");
        put("in/Ümlaut ü.sta", "x");
        Files.createDirectory(root.resolve("in/folder"));
        Files.createSymbolicLink(root.resolve("in/link.xml"), root.resolve("secret.xml"));
        assertThat(transport().list())
                .containsExactly(
                        new Remote(folder("in") + "/a.xml", "a.xml", 1),
                        new Remote(folder("in") + "/b.xml", "b.xml", 2),
                        new Remote(folder("in") + "/Ümlaut ü.sta", "Ümlaut ü.sta", 1));
        var last = transport().list().getLast();
        try (var in = transport().open(last)) {
            assertThat(in.readAllBytes()).containsExactly('x');
        }
    }

    @Test
    void a_link_is_never_opened() throws Exception {
        put("secret.xml", "outside");
        Files.createSymbolicLink(root.resolve("in/link.xml"), root.resolve("secret.xml"));
        var transport = transport();
        assertThatThrownBy(() -> transport.open(new Remote(folder("in") + "/link.xml", "link.xml", 7)))
                .isInstanceOf(IOException.class);
    }

    @Test
    void a_path_outside_the_folder_is_never_opened() throws IOException {
        put("secret.xml", "outside");
        var transport = transport();
        for (var name : List.of("../secret.xml", "secret.xml", "..")) {
            assertThatThrownBy(() -> transport.open(new Remote(folder("in") + "/../secret.xml", name, 7)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        for (var name : List.of("../out.xml", "a/b", "..", ".", "", ".hidden", "a.part", "a\nb", "a\\b")) {
            assertThatThrownBy(() -> transport.upload(file(name, "M", "x", 1)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void fetched_files_move_to_the_archive_and_replace_nothing() throws IOException {
        var transport = transport(After.MOVE);
        for (var content : List.of("first", "second", "third")) {
            put("in/statement.xml", content);
            transport.done(only(transport));
        }
        assertThat(names("in")).isEmpty();
        assertThat(names("done")).containsExactly("statement.xml", "statement.xml.1", "statement.xml.2");
        assertThat(root.resolve("done/statement.xml")).hasContent("first");
        assertThat(root.resolve("done/statement.xml.2")).hasContent("third");
    }

    @Test
    void fetched_files_are_deleted_or_left() throws IOException {
        put("in/statement.xml", "first");
        var leaves = transport(After.LEAVE);
        leaves.done(only(leaves));
        assertThat(names("in")).containsExactly("statement.xml");
        var deletes = transport(After.DELETE);
        var remote = only(deletes);
        deletes.done(remote);
        deletes.done(remote);
        assertThat(names("in")).isEmpty();
        assertThat(names("done")).isEmpty();
    }

    @Test
    void a_file_that_changed_since_the_listing_stays() throws IOException {
        put("in/statement.xml", "first");
        for (var after : List.of(After.MOVE, After.DELETE)) {
            var transport = transport(after);
            var remote = only(transport);
            put("in/statement.xml", "a longer one " + after);
            transport.done(remote);
            assertThat(names("in")).containsExactly("statement.xml");
        }
    }

    /// The file is larger than the memory of the test.
    @Test
    void a_file_is_opened_without_being_read_as_a_whole() throws IOException {
        try (var file = new RandomAccessFile(root.resolve("in/huge.xml").toFile(), "rw")) {
            file.setLength(1L << 36);
        }
        var transport = transport();
        try (var in = transport.open(only(transport))) {
            assertThat(in.readNBytes(1_000_000)).hasSize(1_000_000);
        }
        assertThat(transport.list()).hasSize(1);
    }
}
