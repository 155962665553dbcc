package dev.sluice.dashboard.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import dev.sluice.app.Widths;
import dev.sluice.auth.Allowlist;
import dev.sluice.auth.KeyMaker;
import dev.sluice.auth.Scope;
import dev.sluice.change.ChangeRequest;
import dev.sluice.change.ChangeState;
import dev.sluice.change.DualControl;
import dev.sluice.mail.StoredMail;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.SwiftUsers;
import dev.sluice.merchant.Switch;
import dev.sluice.merchant.Switches;
import dev.sluice.notification.Choices;
import dev.sluice.rail.RailAlerts;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Change requests: creation, decision and execution.
class ChangePagesTest extends ChangeCase {
    private static final Duration WAIT = Duration.ofHours(72);

    @Test
    void exactly_what_was_approved_is_carried_out() {
        var request = waiting(asker, KEYS + "/client", CLIENT);
        approve(second, request);
        var more = Map.of("label", "till", "scopes", "payouts", "allowlist", "203.0.113.7");
        var other = waiting(asker, KEYS + "/client", more);
        assertThat(other.id()).isNotEqualTo(request.id());
        assertThat(service.apiClients().list(merchant.organizationId())).isEmpty();
    }

    @Test
    void an_amount_is_the_same_in_whichever_language_it_is_typed() {
        var rule = rule();
        var path = "/dashboard/policy/rules/" + rule;
        var english = new LinkedHashMap<>(RULE);
        english.put("amount", "90,000");
        english.put("formLanguage", "en");
        var request = waiting(asker, path, english);
        var indonesian = new LinkedHashMap<>(RULE);
        indonesian.put("amount", "90.000");
        indonesian.put("formLanguage", "id");
        assertThat(waiting(asker, path, indonesian).id()).isEqualTo(request.id());
        approve(second, request);
        assertThat(carryOut(asker, request).statusCode()).isEqualTo(303);
        assertThat(policies()
                        .rules(merchant.organizationId())
                        .getFirst()
                        .condition()
                        .most()
                        .orElseThrow())
                .isEqualByComparingTo("90000");
    }

    @Test
    void a_change_of_what_has_changed_meanwhile_needs_another_approval() {
        var rule = rule();
        var more = new LinkedHashMap<>(RULE);
        more.put("amount", "90000");
        var path = "/dashboard/policy/rules/" + rule;
        var request = waiting(asker, path, more);
        approve(second, request);
        var less = new LinkedHashMap<>(RULE);
        less.put("amount", "100");
        second.post(path, less);
        assertThat(carryOut(asker, request).headers().firstValue("Location").orElse(""))
                .startsWith(CHANGES)
                .doesNotContain(request.id().toString());
    }

    @Test
    void an_approval_is_kept_where_the_change_is_refused_for_another_reason() {
        var request = waiting(asker, KEYS + "/client", CLIENT);
        approve(second, request);
        var namesake = service.apiClients().create(merchant.organizationId(), "till", Scope.ALL, Allowlist.ANY);
        assertThat(carryOut(asker, request).statusCode()).isEqualTo(409);
        service.apiClients().revoke(namesake.client().clientId());
        var done = carryOut(asker, request);
        assertThat(done.statusCode()).isEqualTo(200);
        assertThat(done.body()).containsPattern(SECRET);
    }

    @Test
    void of_many_who_carry_it_out_at_once_one_does() {
        var request = waiting(asker, KEYS + "/client", CLIENT);
        approve(second, request);
        var statuses = AtOnce.times(8, _ -> carryOut(asker, request).statusCode());
        assertThat(statuses).containsOnlyOnce(200);
        assertThat(service.apiClients().list(merchant.organizationId())).hasSize(1);
    }

    @Test
    void a_rejected_or_withdrawn_request_comes_to_nothing() {
        var request = waiting(asker, KEYS + "/client", CLIENT);
        assertThat(second.post(CHANGES + request.id() + "/withdraw", Map.of()).statusCode())
                .isEqualTo(409);
        assertThat(second.post(CHANGES + request.id() + "/reject", Map.of("reason", "no"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(approve(second, request).statusCode()).isEqualTo(409);
        var again = waiting(asker, KEYS + "/client", CLIENT);
        assertThat(again.id()).isNotEqualTo(request.id());
        assertThat(asker.post(CHANGES + again.id() + "/withdraw", Map.of()).statusCode())
                .isEqualTo(303);
        assertThat(approve(second, again).statusCode()).isEqualTo(409);
        assertThat(service.apiClients().list(merchant.organizationId())).isEmpty();
    }

    @Test
    void dual_control_takes_two_administrators() {
        var mine = merchant;
        merchant = Merchant.at(service);
        var alone = person(Role.OWNER);
        var refused = alone.post(TEAM + "/dual-control", Map.of("state", "on"));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("Invite a second one first");
        person(Role.ADMIN);
        assertThat(alone.post(TEAM + "/dual-control", Map.of("state", "on")).statusCode())
                .isEqualTo(303);
        merchant.close();
        merchant = mine;
    }

    @Test
    void nobody_of_another_organization_sees_or_decides_it() {
        var request = waiting(asker, KEYS + "/client", CLIENT);
        var mine = merchant;
        merchant = Merchant.at(service, Switch.DUAL_CONTROL);
        var stranger = person(Role.OWNER);
        assertThat(stranger.get(CHANGES + request.id()).statusCode()).isEqualTo(404);
        for (var what : List.of("approve", "reject", "withdraw")) {
            assertThat(stranger.post(CHANGES + request.id() + "/" + what, Map.of())
                            .statusCode())
                    .as(what)
                    .isEqualTo(404);
        }
        merchant.close();
        merchant = mine;
        assertThat(newest().state()).isInstanceOf(ChangeState.Waiting.class);
    }

    @Test
    void nobody_approves_by_writing_to_the_database() {
        var request = waiting(asker, KEYS + "/client", CLIENT);
        service.connections()
                .run(tx -> tx.handle()
                        .createUpdate(
                                "UPDATE change_request SET state = 'APPROVED', decider_id = :second, decider_name ="
                                        + " 'Rani admin', decided_at = now(), decision_reason = '' WHERE id = :id")
                        .bind("second", second.user().id())
                        .bind("id", request.id())
                        .execute());
        service.connections().run(tx -> tx.handle().execute("DELETE FROM rail_alert"));
        var page = second.get(CHANGES + request.id());
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body())
                .contains(">Changed in the database<", "no one can decide on it or carry it out")
                .doesNotContain("/approve\"", "/reject\"", "/withdraw\"", "id=\"carry-out\"");
        assertThat(second.get("/dashboard/changes").body()).contains(">Changed in the database<");
        assertThat(approve(second, request).statusCode()).isEqualTo(409);
        assertThat(second.post(CHANGES + request.id() + "/reject", Map.of()).statusCode())
                .isEqualTo(409);
        assertThat(asker.post(CHANGES + request.id() + "/withdraw", Map.of()).statusCode())
                .isEqualTo(409);
        assertThat(RailAlerts.conditions(service.connections()))
                .anySatisfy(condition -> assertThat(condition).startsWith("change_request/tampered/"));
        assertThat(service.audit().faults()).anyMatch(fault -> fault.startsWith("change request " + request.id()));
        carryOut(asker, request);
        assertThat(service.apiClients().list(merchant.organizationId())).isEmpty();
        assertThat(newest().id()).as("asked again").isNotEqualTo(request.id());
        approve(second, newest());
        assertThat(carryOut(asker, newest()).statusCode()).isEqualTo(200);
        forget(request);
    }

    @Test
    void details_that_were_sealed_for_another_request_are_not_shown() {
        var request = waiting(asker, KEYS + "/client", CLIENT);
        var other = waiting(asker, KEYS + "/client", Map.of("label", "kiosk", "scopes", "payouts"));
        service.connections()
                .run(tx -> tx.handle()
                        .createUpdate("""
                            UPDATE change_request c SET sealed = o.sealed FROM change_request o
                            WHERE c.id = :id AND o.id = :other
                            """)
                        .bind("id", request.id())
                        .bind("other", other.id())
                        .execute());
        assertThat(second.get("/dashboard/changes").body()).contains(">Changed in the database<");
        assertThat(second.get(CHANGES + request.id()).body())
                .contains(">Changed in the database<")
                .doesNotContain("kiosk");
        assertThat(approve(second, other).statusCode()).isEqualTo(303);
        forget(request);
    }

    @Test
    void an_expired_request_is_no_tampered_one() {
        var waiting = waiting(asker, KEYS + "/client", CLIENT);
        approve(second, waiting);
        var other = waiting(asker, KEYS + "/client", Map.of("label", "kiosk", "scopes", "payouts"));
        service.connections().run(tx -> tx.handle().execute("""
                UPDATE change_request SET state = 'EXPIRED', ended_at = expires_at WHERE id IN (?, ?)
                """, waiting.id(), other.id()));
        assertThat(all()).extracting(each -> each.state().name()).containsExactly("EXPIRED", "EXPIRED");
        assertThat(second.get(CHANGES + waiting.id()).body()).contains(">Expired<", "agreed by phone");
    }

    private static void forget(ChangeRequest request) {
        service.connections().run(tx -> tx.handle().execute("DELETE FROM change_request WHERE id = ?", request.id()));
    }

    @Test
    void pages_name_whom_a_change_is_about_and_show_labels() {
        var viewer = person(Role.VIEWER).user();
        var request = waiting(asker, TEAM + "/" + viewer.id() + "/role", Map.of("role", "MAKER"));
        assertThat(second.get("/dashboard/changes").body())
                .contains(viewer.email())
                .doesNotContain(viewer.id().toString());
        assertThat(second.get(CHANGES + request.id()).body())
                .contains("<dt>Role</dt>", ">Maker<", "<dt>Before: Role</dt>", ">Viewer<")
                .doesNotContain(">MAKER<", ">VIEWER<");
        assertThat(asker.get(CHANGES + request.id()).body()).contains("You cannot decide on your own request");
    }

    @Test
    void a_mail_to_owners_has_labels_and_nothing_internal() {
        asker.post(TEAM, Map.of("email", "looks@example.com", "name", "Looks", "role", "VIEWER", "formKey", "k-1"));
        var text = mails().latest(200).stream()
                .map(StoredMail::mail)
                .filter(mail ->
                        mail.to().equals(asker.user().email()) && mail.subject().contains("Invite"))
                .findFirst()
                .orElseThrow()
                .text();
        assertThat(text).contains("Email: looks@example.com", "Role: Viewer").doesNotContain("formKey", "k-1");
    }

    @Test
    void a_program_is_refused_until_its_change_is_approved() {
        var body = "{\"url\":\"http://127.0.0.1:7/hook\",\"types\":[\"deposit.*\"]}";
        var refused =
                merchant.client().post("/v1/webhook/endpoint", body, "one-key").expect(409);
        assertThat(refused.json().path("code").stringValue()).isEqualTo("APPROVAL_REQUIRED");
        var request = newest();
        assertThat(refused.json().path("changeRequestId").stringValue())
                .isEqualTo(request.id().toString());
        merchant.client().post("/v1/webhook/endpoint", body, "one-key").expect(409);
        assertThat(all()).hasSize(1);
        var madeOnServer = "(client or key created on the server)";
        assertThat(second.get("/dashboard/changes").body()).contains(madeOnServer);
        assertThat(second.get(CHANGES + request.id()).body()).contains(madeOnServer);
        assertThat(second.get(KEYS).body()).contains(">created on the server<");
        approve(second, request);
        var created =
                merchant.client().post("/v1/webhook/endpoint", body, "one-key").expect(201);
        var id = Merchant.text(created.data(), "id");
        merchant.client().post("/v1/webhook/endpoint", body, "one-key").expect(201);
        merchant.client().post("/v1/webhook/endpoint", body).expect(409);
        merchant.client()
                .patch("/v1/webhook/endpoint/" + id, "{\"description\":\"shop\"}")
                .expect(200);
        merchant.client()
                .patch("/v1/webhook/endpoint/" + id, "{\"url\":\"http://127.0.0.1:9/hook\"}")
                .expect(409);
        merchant.client()
                .post("/v1/webhook/endpoint/" + id + "/secret/rotate", null)
                .expect(200);
        assertThat(merchant.client()
                        .get("/v1/webhook/endpoint")
                        .expect(200)
                        .data()
                        .path("docs"))
                .hasSize(1);
    }

    @Test
    void mails_come_in_the_language_of_their_reader_and_say_what_is_turned() {
        var name = Organizations.wire(service.connections(), service.clocks())
                .get(merchant.organizationId())
                .name();
        var partner = somebody(Role.OWNER).user();
        var request = waiting(asker, TEAM + "/dual-control", Map.of("state", "off"));
        var choices = new Choices(service.connections());
        List.of(asker.user(), partner).forEach(reader -> choices.setLanguage(reader, "id"));
        assertThat(second.get(CHANGES + request.id()).body()).contains("Turn off dual control");
        approve(second, request);
        assertThat(letters()).contains(asker.user().email() + " Disetujui: Mematikan kontrol ganda");
        assertThat(carryOut(asker, request).statusCode()).isEqualTo(303);
        assertThat(letters()).contains(partner.email() + " " + name + ": Mematikan kontrol ganda");
        assertThat(second.get("/dashboard/audit").body()).contains(">Turn off dual control<");
        assertThat(asker.post(TEAM + "/dual-control", Map.of("state", "on")).statusCode())
                .isEqualTo(303);
        assertThat(second.get("/dashboard/audit").body()).contains(">Turn on dual control<");
    }

    @Test
    void a_request_of_a_program_names_who_made_its_key() {
        var created = service.apiKeys()
                .create(
                        merchant.organizationId(),
                        service.clocks().newId(),
                        "till",
                        Scope.ALL,
                        Allowlist.ANY,
                        new KeyMaker(asker.user().id(), asker.user().name()))
                .orElseThrow();
        TestClient.bearing(service.baseUrl(), created.token())
                .post("/v1/webhook/endpoint", "{\"url\":\"http://127.0.0.1:7/hook\",\"types\":[\"deposit.*\"]}")
                .expect(409);
        assertThat(second.get(CHANGES + newest().id()).body())
                .contains("till (client or key created by " + asker.user().email() + ")");
        assertThat(asker.get(CHANGES + newest().id()).body())
                .contains("you created the key or secret of the program", "/withdraw\"")
                .doesNotContain("/approve\"");
        assertThat(approve(asker, newest()).statusCode()).isEqualTo(409);
    }

    @Test
    void dual_control_begins_in_a_live_deployment_once_two_administrators_were_active() {
        var organizations = Organizations.wire(service.connections(), service.clocks());
        var live = new DualControl(organizations, users(), service.clocks(), false, WAIT);
        var alone = organizations.create("Alone", Switches.live()).id();
        assertThat(live.isOn(alone)).isFalse();
        var first = users().create(alone, "first-" + alone + "@example.com", "First", Role.OWNER)
                .user();
        var other = users().create(alone, "other-" + alone + "@example.com", "Other", Role.ADMIN)
                .user();
        seen(alone, first.id());
        assertThat(live.isOn(alone)).as("one of two was there").isFalse();
        seen(alone, other.id());
        SwiftUsers.entitled(
                service.connections(), first, service.clocks().realInstant().minus(WAIT));
        assertThat(live.isOn(alone)).as("nobody may approve yet").isFalse();
        SwiftUsers.entitled(
                service.connections(), other, service.clocks().realInstant().minus(WAIT));
        assertThat(live.isOn(alone)).isTrue();
        users().disable(alone, other.email());
        assertThat(live.isOn(alone)).as("it stays").isTrue();
        organizations.setSwitch(alone, Switch.DUAL_CONTROL, false);
        assertThat(live.isOn(alone)).isFalse();
    }

    private static void seen(UUID organizationId, UUID id) {
        service.connections()
                .run(tx -> users().recordActivity(
                                tx, organizationId, id, service.clocks().realInstant()));
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_second_person_approves_and_the_first_one_carries_it_out(int width) {
        var request = waiting(asker, KEYS + "/client", CLIENT);
        var page = window(second, width);
        page.navigate("/dashboard/changes");
        assertWellMade(page);
        page.click("main table a");
        page.locator("#decide").waitFor();
        assertWellMade(page);
        page.click("main form[action$='/approve'] button[type=submit] >> nth=0");
        page.waitForURL("**/dashboard/changes");
        assertThat(page.locator("main").textContent()).contains("Approved");
        var own = window(asker, width);
        own.navigate(CHANGES + request.id());
        own.locator("#carry-out").waitFor();
        assertWellMade(own);
        own.click("#carry-out >> xpath=ancestor::section >> css=button[type=submit]");
        own.locator("#secret").waitFor();
        assertThat(own.locator("#secret").inputValue()).isNotEmpty();
    }
}
