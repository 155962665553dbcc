package dev.sluice.rail.iso20022.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BankProfile.Folders.After;
import dev.sluice.rail.iso20022.transport.BankTransport.Found;
import dev.sluice.rail.iso20022.transport.BankTransport.OutgoingFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

/// Behaviour of every transport: files to the bank.
abstract class BankTransportContract extends BankInboxContract {
    private static final int ROUNDS = 30;

    @Test
    void a_file_is_nowhere_then_uploaded_then_delivered() throws IOException {
        var transport = transport();
        assertThat(transport.find(FILE)).isEqualTo(Found.NOWHERE);
        transport.upload(FILE);
        assertThat(names("out")).containsExactly("PAY7XK2.xml.1.part");
        assertThat(transport.find(FILE)).isEqualTo(Found.UPLOADED);
        transport.release(FILE);
        assertThat(transport.find(FILE)).isEqualTo(Found.DELIVERED);
        assertThat(names("out")).containsExactly("PAY7XK2.xml");
        assertThat(root.resolve("out/PAY7XK2.xml")).hasBinaryContent(FILE.bytes());
    }

    @Test
    void a_file_is_uploaded_into_the_temporary_folder_of_the_profile() throws IOException {
        try (var transport = FileTransport.open(profile(folders("temp", After.LEAVE)))) {
            transport.upload(FILE);
            assertThat(names("out")).isEmpty();
            assertThat(names("temp")).containsExactly("PAY7XK2.xml.1.part");
            transport.release(FILE);
        }
        assertThat(names("out")).containsExactly("PAY7XK2.xml");
        assertThat(names("temp")).isEmpty();
    }

    @Test
    void sent_names_are_those_in_the_folder_for_the_bank_and_in_its_archive() throws IOException {
        var transport = transport();
        assertThat(transport.sentNames()).isEmpty();
        transport.upload(FILE);
        assertThat(transport.sentNames()).as("a temporary name").isEmpty();
        transport.release(FILE);
        put("sent/OLD1.xml", "taken");
        put("sent/.hidden", "the bank's");
        assertThat(transport.sentNames()).containsExactly("OLD1.xml", "PAY7XK2.xml");
        Files.copy(root.resolve("out/PAY7XK2.xml"), root.resolve("sent/PAY7XK2.xml"));
        assertThat(transport.sentNames()).as("while the bank moves it").containsExactly("OLD1.xml", "PAY7XK2.xml");
    }

    @Test
    void an_archive_that_is_gone_cannot_be_listed() throws IOException {
        var transport = transport();
        Files.delete(root.resolve("sent"));
        assertThatThrownBy(transport::sentNames).isInstanceOf(IOException.class).hasMessageContaining("sent");
    }

    @Test
    void an_empty_file_is_delivered() throws IOException {
        var empty = file("EMPTY.xml", "EMPTY", "", 1);
        transport().upload(empty);
        transport().release(empty);
        assertThat(transport().find(empty)).isEqualTo(Found.DELIVERED);
    }

    @Test
    void a_release_fails_if_the_name_exists() throws IOException {
        var transport = transport();
        transport.upload(FILE);
        put("out/PAY7XK2.xml", "somebody else's");
        assertThatThrownBy(() -> transport.release(FILE)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(root.resolve("out/PAY7XK2.xml")).hasContent("somebody else's");
        assertThat(names("out")).contains("PAY7XK2.xml.1.part");
        assertThatThrownBy(() -> transport.upload(FILE)).isInstanceOf(FileAlreadyExistsException.class);
    }

    /// The look before the rename cannot order two nodes, so the rename has to.
    @Test
    void the_rename_itself_fails_if_the_name_exists() throws IOException {
        put("out/first.part", "first");
        put("out/taken", "taken");
        try (var access = access()) {
            assertThatThrownBy(() -> access.moveToNew(folder("out"), "first.part", folder("out"), "taken"))
                    .isInstanceOf(FileAlreadyExistsException.class);
        }
        assertThat(root.resolve("out/taken")).hasContent("taken");
        assertThat(root.resolve("out/first.part")).hasContent("first");
    }

    @Test
    void the_rename_can_be_tried_without_a_trace() throws IOException {
        try (var transport = FileTransport.open(profile(folders("temp", After.LEAVE)))) {
            assertThat(transport.keepsExisting("R1")).isTrue();
        }
        assertThat(names("temp")).isEmpty();
        assertThat(names("out")).isEmpty();
    }

    @Test
    void of_two_releases_at_once_exactly_one_wins() throws Exception {
        try (var one = FileTransport.open(profile(folders(null, After.LEAVE)));
                var other = FileTransport.open(profile(folders(null, After.LEAVE)))) {
            for (var round = 0; round < ROUNDS; round++) {
                var id = "RACE" + round;
                put("out/" + id + ".xml.1.part", "one");
                put("out/" + id + ".xml.2.part", "other");
                var start = new CyclicBarrier(2);
                var first = released(one, file(id + ".xml", id, "one", 1), start);
                var second = released(other, file(id + ".xml", id, "other", 2), start);
                assertThat(first.get()).isNotEqualTo(second.get());
                assertThat(root.resolve("out/" + id + ".xml")).hasContent(first.get() ? "one" : "other");
                assertThat(names("out")).contains(id + ".xml." + (first.get() ? 2 : 1) + ".part");
            }
        }
    }

    private static CompletableFuture<Boolean> released(
            BankTransport transport, OutgoingFile file, CyclicBarrier start) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        start.await();
                        transport.release(file);
                        return true;
                    } catch (FileAlreadyExistsException e) {
                        return false;
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> Thread.ofPlatform().start(task));
    }

    @Test
    void the_temporary_file_of_another_attempt_is_no_upload_and_is_removed() throws IOException {
        var transport = transport();
        transport.upload(FILE);
        put("out/PAY7XK2.xml.old.part", "not ours");
        put("out/PAY7XK21.xml.1.part", "another file");
        var second = new OutgoingFile(FILE.name(), FILE.msgId(), FILE.bytes(), 2);
        assertThat(transport.find(second)).isEqualTo(Found.NOWHERE);
        transport.upload(second);
        assertThat(names("out")).containsExactly("PAY7XK2.xml.2.part", "PAY7XK2.xml.old.part", "PAY7XK21.xml.1.part");
        assertThat(transport.find(FILE)).isEqualTo(Found.NOWHERE);
        assertThatThrownBy(() -> transport.release(FILE)).isInstanceOf(IOException.class);
        transport.release(second);
    }

    @Test
    void a_temporary_file_of_another_size_or_content_is_no_upload() throws IOException {
        var transport = transport();
        put("out/PAY7XK2.xml.1.part", "<Document>our paym");
        assertThat(transport.find(FILE)).isEqualTo(Found.NOWHERE);
        Files.write(root.resolve("out/PAY7XK2.xml.1.part"), new byte[FILE.bytes().length]);
        assertThat(transport.find(FILE)).isEqualTo(Found.NOWHERE);
        transport.upload(FILE);
        assertThat(transport.find(FILE)).isEqualTo(Found.UPLOADED);
    }

    @Test
    void a_final_name_with_another_size_is_an_error() throws IOException {
        put("out/PAY7XK2.xml", "cut");
        var transport = transport();
        assertThatThrownBy(() -> transport.find(FILE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("3 bytes instead of " + FILE.bytes().length);
    }

    @Test
    void a_file_is_found_in_the_archive_under_its_name_or_a_longer_one() throws IOException {
        var transport = transport();
        put("sent/PAY7XK23.xml", "another file");
        put("sent/.PAY7XK2.xml", "hidden");
        assertThat(transport.find(FILE)).isEqualTo(Found.NOWHERE);
        put("sent/PAY7XK2.xml", "");
        assertThat(transport.find(FILE)).isEqualTo(Found.DELIVERED);
        Files.delete(root.resolve("sent/PAY7XK2.xml"));
        put("sent/20261201-101500_PAY7XK2.xml.processed", "");
        assertThat(transport.find(FILE)).isEqualTo(Found.DELIVERED);
    }

    @Test
    void a_file_is_acknowledged_by_the_name_of_an_acknowledgement() throws IOException {
        var file = file("payments-17.xml", "MSG17", "x", 1);
        var transport = transport();
        put("acks/payments-171.ack", "");
        put("acks/payments-17.ack.part", "");
        assertThat(transport.isAcknowledged(file)).isFalse();
        put("acks/payments-17.ack", "");
        assertThat(transport.isAcknowledged(file)).isTrue();
        Files.delete(root.resolve("acks/payments-17.ack"));
        put("acks/ACK_MSG17_OK.txt", "");
        assertThat(transport.isAcknowledged(file)).isTrue();
        assertThat(transport.find(file)).isEqualTo(Found.DELIVERED);
    }

    @Test
    void a_file_is_acknowledged_by_the_content_of_an_acknowledgement() throws IOException {
        var transport = transport();
        put("acks/1.txt", "OK PAY7XK29 received");
        put("acks/2.part", "OK PAY7XK2 received");
        assertThat(transport.find(FILE)).isEqualTo(Found.NOWHERE);
        put("acks/3.xml", "<OrgnlMsgId>PAY7XK2</OrgnlMsgId>");
        assertThat(transport.find(FILE)).isEqualTo(Found.DELIVERED);
    }

    @Test
    void a_large_acknowledgement_is_read_to_a_bound() throws IOException {
        put("acks/large.txt", " ".repeat(1_000_000) + "PAY7XK2");
        assertThat(transport().isAcknowledged(FILE)).isFalse();
    }

    @Test
    void a_missing_folder_is_an_error_and_never_an_empty_one() throws IOException {
        var transport = transport();
        for (var each : List.of("out", "in", "acks", "sent")) {
            Files.delete(root.resolve(each));
        }
        assertThatThrownBy(transport::list).isInstanceOf(IOException.class).hasMessageContaining(folder("in"));
        assertThatThrownBy(() -> transport.find(FILE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(folder("out"));
        assertThatThrownBy(() -> transport.upload(FILE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(folder("out"));
    }

    @Test
    void a_file_of_20_megabytes_goes_out_and_comes_in() throws IOException {
        var bytes = new byte[20_000_000];
        new Random(7).nextBytes(bytes);
        var big = new OutgoingFile("BIG1.xml", "BIG1", bytes, 1);
        var transport = transport();
        transport.upload(big);
        transport.release(big);
        assertThat(Files.readAllBytes(root.resolve("out/BIG1.xml"))).isEqualTo(bytes);
        Files.move(root.resolve("out/BIG1.xml"), root.resolve("in/BIG1.xml"));
        try (var in = transport.open(only(transport))) {
            assertThat(Arrays.equals(in.readAllBytes(), bytes)).isTrue();
        }
    }

    /// Opens the operations below the transport.
    private FolderAccess access() throws IOException {
        return switch (profile(folders(null, After.LEAVE))) {
            case BankProfile.Transport.Local local -> LocalFolders.open(local.folders());
            case BankProfile.Transport.Simulated simulated -> LocalFolders.open(simulated.folders());
            case BankProfile.Transport.Sftp sftp -> SftpFolders.open(sftp, SftpTimeouts.STANDARD);
        };
    }
}
