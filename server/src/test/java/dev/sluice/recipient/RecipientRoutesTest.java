package dev.sluice.recipient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.auth.Scope;
import dev.sluice.merchant.Switch;
import dev.sluice.recipient.PayeeFixture.Merchant;
import java.util.EnumSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The endpoints under `/v1/recipient`, over HTTP.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecipientRoutesTest {
    private static final String SITI = """
            {"name":"Siti Rahayu","email":"siti.rahayu@example.com","address":"Jalan Braga 99","city":"Bandung",
             "postCode":"40111","recipientType":"Individual","reference":"vendor 7","bank":{"accountName":"Siti Rahayu",
             "currency":"IDR","country":"ID","bankName":"Bank Central Asia","accountNumber":"0123 456-789",
             "paymentCode":"014","ifsc":""}}""";
    private static final String SITI_CHANGED = """
            {"name":"Siti R. Wulandari","email":"siti@example.org","address":"Jalan Asia Afrika 8","city":"Bandung",
             "postCode":"40112","bank":{"accountName":"Siti Rahayu"}}""";

    private final PayeeFixture fixture = new PayeeFixture();
    private Merchant merchant = fixture.merchant();

    @BeforeEach
    void newMerchant() {
        merchant = fixture.merchant();
    }

    @AfterAll
    void close() {
        fixture.close();
    }

    @Test
    void a_payee_is_created() {
        var reply = merchant.post("/v1/recipient", SITI);
        assertThat(reply.golden()).isEqualTo("""
                {"statusCode":201,"message":"Recipient created successfully","data":{"id":"id-1","name":"Siti Rahayu",\
                "recipientType":"Individual","email":"siti.rahayu@example.com","organizationId":"id-2","userId":"id-3",\
                "createdAt":"time","updatedAt":"time","bank":[{"_id":"id-4","accountName":"Siti Rahayu",\
                "bankName":"Bank Central Asia","accountNumber":"0123456789","paymentCode":"014","currency":"IDR",\
                "country":"ID"}],"city":"Bandung","address":"Jalan Braga 99","postCode":"40111","reference":"vendor 7",\
                "verification":{"outcome":"match","suppliedName":"Siti Rahayu","bankName":"Siti Rahayu",\
                "provider":"sandbox","checkedAt":"time"}},"requestId":"id-5","timestamp":"time"}""");
        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.data().get("organizationId").stringValue())
                .isEqualTo(merchant.organization.id().toString());
        assertThat(reply.data().get("userId").stringValue()).isEqualTo(merchant.keyId.toString());
    }

    @Test
    void a_payee_is_read_as_it_was_created() {
        var created = merchant.post("/v1/recipient", SITI).data();
        var reply = merchant.get("/v1/recipient/" + created.get("id").stringValue());
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().get("message").stringValue()).isEqualTo("Recipient retrieved");
        assertThat(reply.data()).isEqualTo(created);
    }

    @Test
    void a_name_has_a_letter_or_a_digit() {
        var unseen = SITI.replace("Siti Rahayu", "\\u3164 - \\u115f");
        assertThat(merchant.post("/v1/recipient", unseen).findings())
                .containsExactlyInAnyOrder("name INVALID_FORMAT", "bank.accountName INVALID_FORMAT");
        var seen = SITI.replace("Siti Rahayu", "\\u200e\u674e\\ufeff");
        assertThat(merchant.post("/v1/recipient", seen).status()).isEqualTo(201);
    }

    @Test
    void a_list_shows_a_page_of_payees() {
        merchant.stored(SITI);
        assertThat(merchant.get("/v1/recipient").golden()).isEqualTo("""
                {"statusCode":200,"message":"Recipients retrieved","data":{"docs":[{"id":"id-1","name":"Siti Rahayu",\
                "recipientType":"Individual","email":"siti.rahayu@example.com","organizationId":"id-2","userId":"id-3",\
                "createdAt":"time","updatedAt":"time","bank":[{"_id":"id-4","accountName":"Siti Rahayu",\
                "bankName":"Bank Central Asia","accountNumber":"0123456789","paymentCode":"014","currency":"IDR",\
                "country":"ID"}],"city":"Bandung","address":"Jalan Braga 99","postCode":"40111","reference":"vendor 7",\
                "verification":{"outcome":"match","suppliedName":"Siti Rahayu","bankName":"Siti Rahayu",\
                "provider":"sandbox","checkedAt":"time"}}],"offset":0,"page":1,"limit":10,"totalPages":1,"totalDocs":1,\
                "pagingCounter":1,"hasPrevPage":false,"hasNextPage":false,"prevPage":null,"nextPage":null},\
                "requestId":"id-5","timestamp":"time"}""");
    }

    @Test
    void a_change_keeps_the_optional_fields_that_are_left_out() {
        var id = merchant.stored(SITI);
        var reply = merchant.patch("/v1/recipient/" + id, SITI_CHANGED);
        assertThat(reply.golden()).isEqualTo("""
                {"statusCode":200,"message":"Recipient updated successfully","data":{"id":"id-1",\
                "name":"Siti R. Wulandari","recipientType":"Individual","email":"siti@example.org",\
                "organizationId":"id-2","userId":"id-3","createdAt":"time","updatedAt":"time","bank":[{"_id":"id-4",\
                "accountName":"Siti Rahayu","bankName":"Bank Central Asia","accountNumber":"0123456789",\
                "paymentCode":"014","currency":"IDR","country":"ID"}],"city":"Bandung","address":"Jalan Asia Afrika 8",\
                "postCode":"40112","reference":"vendor 7","verification":{"outcome":"match",\
                "suppliedName":"Siti Rahayu","bankName":"Siti Rahayu","provider":"sandbox","checkedAt":"time"}},\
                "requestId":"id-5","timestamp":"time"}""");
        assertThat(merchant.get("/v1/recipient/" + id).data()).isEqualTo(reply.data());
    }

    @Test
    void an_empty_text_takes_an_optional_field_away_and_null_keeps_it() {
        var id = merchant.stored(SITI);
        var reply = merchant.patch(
                "/v1/recipient/" + id,
                SITI_CHANGED.replace(
                        "\"accountName\":\"Siti Rahayu\"",
                        "\"accountName\":\"Siti Rahayu\",\"paymentCode\":\"\",\"bankName\":null"));
        assertThat(reply.data().at("/bank/0/bankName").stringValue()).isEqualTo("Bank Central Asia");
        assertThat(reply.data().at("/bank/0").has("paymentCode")).isFalse();
    }

    @Test
    void a_change_that_makes_a_payee_unpayable_is_refused_and_nothing_changes() {
        var id = merchant.stored(SITI);
        var before = merchant.get("/v1/recipient/" + id).data();
        var reply = merchant.patch("/v1/recipient/" + id, """
                {"name":" ","email":"siti","address":"","city":"x","postCode":"",
                 "bank":{"currency":"EUR","country":"DE"}}""");
        assertThat(reply.outcome()).isEqualTo("400 VALIDATION_FAILED");
        assertThat(reply.findings())
                .containsExactlyInAnyOrder(
                        "name REQUIRED",
                        "email INVALID_FORMAT",
                        "address REQUIRED",
                        "postCode REQUIRED",
                        "bank.accountName REQUIRED",
                        "bank.ibanNumber REQUIRED",
                        "bank.accountNumber CONFLICT",
                        "bank.paymentCode CONFLICT");
        assertThat(merchant.get("/v1/recipient/" + id).data()).isEqualTo(before);
    }

    @Test
    void a_deleted_payee_is_answered_once_more_and_then_gone() {
        var id = merchant.stored(SITI);
        var before = merchant.get("/v1/recipient/" + id).data();
        var reply = merchant.delete("/v1/recipient/" + id);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().get("message").stringValue()).isEqualTo("Recipient deleted successfully");
        assertThat(reply.data()).isEqualTo(before);
        assertThat(merchant.get("/v1/recipient/" + id).outcome()).isEqualTo("404 RECIPIENT_NOT_FOUND");
        assertThat(merchant.delete("/v1/recipient/" + id).outcome()).isEqualTo("404 RECIPIENT_NOT_FOUND");
        assertThat(merchant.patch("/v1/recipient/" + id, SITI_CHANGED).outcome())
                .isEqualTo("404 RECIPIENT_NOT_FOUND");
        assertThat(merchant.get("/v1/recipient").data().get("totalDocs").intValue())
                .isZero();
        assertThat(fixture.recipients.find(merchant.organization.id(), id)).isEmpty();
    }

    @Test
    void another_organizations_payee_and_a_malformed_id_are_not_found() {
        var id = merchant.stored(SITI);
        var other = fixture.merchant();
        assertThat(other.get("/v1/recipient/" + id).golden()).isEqualTo("""
                {"statusCode":404,"error":"Not Found","message":"Recipient not found","code":"RECIPIENT_NOT_FOUND",\
                "requestId":"id-1","timestamp":"time"}""");
        assertThat(other.patch("/v1/recipient/" + id, SITI_CHANGED).outcome()).isEqualTo("404 RECIPIENT_NOT_FOUND");
        assertThat(other.delete("/v1/recipient/" + id).outcome()).isEqualTo("404 RECIPIENT_NOT_FOUND");
        assertThat(other.get("/v1/recipient/7").outcome()).isEqualTo("404 RECIPIENT_NOT_FOUND");
        assertThat(other.get("/v1/recipient").data().get("totalDocs").intValue())
                .isZero();
        assertThat(merchant.get("/v1/recipient/" + id).status()).isEqualTo(200);
    }

    @Test
    void everything_wrong_is_told_at_once() {
        var reply = merchant.post("/v1/recipient", """
                {"email":"a@b","address":7,"city":"a\\nb","postCode":"%s","recipientType":"Robot",
                 "organizationId":"%s",
                 "bank":{"accountNumber":"12","currency":"usd","country":"XX","achNumber":"021000022",
                 "accountType":"Gold"}}""".formatted("9".repeat(21), UUID.randomUUID()));
        assertThat(reply.outcome()).isEqualTo("400 VALIDATION_FAILED");
        assertThat(reply.findings())
                .containsExactlyInAnyOrder(
                        "organizationId INVALID_VALUE",
                        "recipientType UNKNOWN_VALUE",
                        "name REQUIRED",
                        "email INVALID_FORMAT",
                        "address WRONG_TYPE",
                        "city INVALID_FORMAT",
                        "postCode TOO_LONG",
                        "bank.accountName REQUIRED",
                        "bank.bankName REQUIRED",
                        "bank.accountType INVALID_VALUE",
                        "bank.country INVALID_VALUE",
                        "bank.accountNumber INVALID_FORMAT",
                        "bank.achNumber INVALID_CHECKSUM");
        assertThat(merchant.get("/v1/recipient").data().get("totalDocs").intValue())
                .isZero();
    }

    @Test
    void a_field_found_wrong_while_it_was_read_is_not_called_missing_too() {
        var reply = merchant.post("/v1/recipient", SITI.replace("\"0123 456-789\"", "123456789"));
        assertThat(reply.findings()).containsExactly("bank.accountNumber WRONG_TYPE");
        reply = merchant.post("/v1/recipient", SITI.replace("IDR", "XAU"));
        assertThat(reply.findings()).containsExactly("bank.currency UNKNOWN_VALUE");
        reply = merchant.post("/v1/recipient", SITI.replaceAll("\"bank\":\\{[^}]*}", "\"bank\":[]"));
        assertThat(reply.findings()).startsWith("bank WRONG_TYPE");
    }

    @Test
    void a_currency_that_was_not_named_requires_nothing() {
        assertThat(merchant.post("/v1/recipient", "{}").findings())
                .containsExactlyInAnyOrder(
                        "name REQUIRED",
                        "email REQUIRED",
                        "address REQUIRED",
                        "city REQUIRED",
                        "postCode REQUIRED",
                        "bank REQUIRED",
                        "bank.accountName REQUIRED",
                        "bank.currency REQUIRED",
                        "bank.country REQUIRED");
        var reply = merchant.post(
                "/v1/recipient", SITI.replaceAll("\"bank\":\\{[^}]*}", "\"bank\":{\"currency\":\"XAU\"}"));
        assertThat(reply.findings())
                .containsExactlyInAnyOrder(
                        "bank.accountName REQUIRED", "bank.currency UNKNOWN_VALUE", "bank.country REQUIRED");
    }

    @Test
    void the_callers_own_organization_may_be_named() {
        var own = SITI.replace("{\"name\"", "{\"organizationId\":\"" + merchant.organization.id() + "\",\"name\"");
        assertThat(merchant.post("/v1/recipient", own).status()).isEqualTo(201);
    }

    @Test
    void an_account_is_verified_and_nothing_is_stored() {
        var reply = merchant.post("/v1/recipient/verify", """
                {"bank":{"accountName":"Siti Rahayu","currency":"IDR","country":"ID","bankName":"Bank Central Asia",
                 "accountNumber":"9999000042"}}""");
        assertThat(reply.golden()).isEqualTo("""
                {"statusCode":200,"message":"Recipient verified","data":{"outcome":"close_match",\
                "suppliedName":"Siti Rahayu","bankName":"Sitii Rahayu","provider":"sandbox","checkedAt":"time"},\
                "requestId":"id-1","timestamp":"time"}""");
        assertThat(merchant.get("/v1/recipient").data().get("totalDocs").intValue())
                .isZero();
    }

    @Test
    void the_bank_may_know_another_name_or_no_such_account_or_nothing() {
        assertThat(verified("9999000041")).isEqualTo("no_match");
        assertThat(verified("9999000001")).isEqualTo("no_match");
        assertThat(verified("9999000043")).isEqualTo("unavailable");
        assertThat(verified("0123456789")).isEqualTo("match");
    }

    private String verified(String account) {
        return merchant.post("/v1/recipient", SITI.replace("0123 456-789", account))
                .data()
                .at("/verification/outcome")
                .stringValue();
    }

    @Test
    void an_organization_may_refuse_names_that_do_not_match() {
        fixture.auth.organizations.setSwitch(merchant.organization.id(), Switch.VERIFICATION_BLOCKS, true);
        var other = SITI.replace("0123 456-789", "9999000041");
        var reply = merchant.post("/v1/recipient", other);
        assertThat(reply.outcome()).isEqualTo("400 RECIPIENT_VERIFICATION_FAILED");
        assertThat(reply.findings()).containsExactly("bank.accountName RECIPIENT_VERIFICATION_FAILED");
        assertThat(reply.text()).doesNotContain("Jordan");
        assertThat(merchant.post("/v1/recipient", SITI.replace("0123 456-789", "9999000042"))
                        .status())
                .isEqualTo(201);
        assertThat(merchant.post("/v1/recipient", SITI.replace("0123 456-789", "9999000043"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void a_write_is_done_once_per_idempotency_key() {
        var first = merchant.send("POST", "/v1/recipient", SITI, "Idempotency-Key", "k1");
        var again = merchant.send("POST", "/v1/recipient", SITI, "Idempotency-Key", "k1");
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.text()).isEqualTo(first.text());
        assertThat(again.response().headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(merchant.send("POST", "/v1/recipient", SITI_CHANGED, "Idempotency-Key", "k1")
                        .outcome())
                .isEqualTo("422 IDEMPOTENCY_KEY_REUSED");
        assertThat(merchant.get("/v1/recipient").data().get("totalDocs").intValue())
                .isEqualTo(1);
    }

    @Test
    void reading_and_writing_need_their_scopes() {
        var reader = fixture.merchant(merchant.organization, EnumSet.of(Scope.READ));
        var writer = fixture.merchant(merchant.organization, EnumSet.of(Scope.RECIPIENTS));
        assertThat(reader.post("/v1/recipient", SITI).outcome()).isEqualTo("403 AUTH_SCOPE");
        assertThat(reader.delete("/v1/recipient/" + UUID.randomUUID()).outcome())
                .isEqualTo("403 AUTH_SCOPE");
        assertThat(writer.get("/v1/recipient").outcome()).isEqualTo("403 AUTH_SCOPE");
        assertThat(reader.get("/v1/recipient").status()).isEqualTo(200);
        assertThat(writer.post("/v1/recipient", SITI).status()).isEqualTo(201);
    }
}
