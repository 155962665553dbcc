package dev.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.sluice.client.model.ErrorCodes;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The client's values have the fields of the contract, each with its name, and nullable where it may be missing.
class ClientModelTest {
    private static final String MODEL = "dev.sluice.client.model.";
    private static final JsonNode SCHEMAS = schemas();

    /// Fields that repeat another field's content.
    private static final Set<String> LEFT_OUT =
            Set.of("CurrencyReference._id", "CryptoReference._id", "Activity._id", "Page.totalItems");

    /// Mapping of records to parts of the contract: a schema, and its nested objects.
    private static final String PAIRS = """
            Activity Activity
            Activity CryptoActivity
            Activity DepositActivity
            Balance Balance
            BalanceChange FiatDisbursement.balance
            BalanceTransaction BalanceTransaction
            BankDetails RecipientUpdate.bank
            Checkout CheckoutResponse.data
            CheckoutCreate CheckoutCreate
            Convert Convert
            Convert$Side ConvertModelSide
            ConvertCreate ConvertCreate
            ConvertCreate$Side ConvertCreate.input
            ConvertCreated ConvertCreatedResponse.data
            ConvertEstimate ConvertEstimateResponse.data
            ConvertFigures ConvertResult
            ConvertFigures$Rate ConvertResult.rate
            ConvertInput ConvertInput
            ConvertOutput ConvertSide
            CryptoDepositCreate CryptoDepositCreate
            CryptoDisbursement CryptoDisbursement
            CryptoDisbursement$FeeConfig CryptoDisbursement.feeConfig
            CryptoDisbursement$TransactionData TransactionData
            CryptoDisbursementMethod CryptoDisbursementMethod
            CryptoDisbursementsCreate CryptoDisbursementsCreate
            CryptoDisbursementsCreated CryptoDisbursementsCreatedResponse.data
            CryptoEstimate CryptoEstimateResponse.data
            CryptoReceiver CryptoDisbursementsCreate.receivers
            CryptoReference CryptoReference
            CurrencyReference CurrencyReference
            CurrencyTotal CurrencyTotal
            Deposit FiatDeposit+CryptoDeposit
            Deposit$ExchangeInfo FiatDeposit.exchangeInfo
            Deposit$Fee FiatDeposit.fee
            Deposit$Refunded FiatDeposit.refunds
            DepositBulk FiatDepositsCreatedResponse.data
            DepositPaid DepositPayResponse.data
            DepositPay DepositPay
            DepositPayment DepositPayment
            DepositPayment CryptoDepositPayment
            DepositRefund DepositRefund
            DisbursementBank DisbursementBank
            DisbursementRecipient DisbursementRecipient
            ErrorDetail ErrorDetail
            FiatDepositCreate FiatDepositCreate
            FiatDepositCreate$OutputAmount FiatDepositCreate.outputAmount
            FiatDepositMethod FiatDepositMethod
            FiatDisbursement FiatDisbursement
            FiatDisbursementMethod FiatDisbursementMethod
            FiatDisbursementsCreate FiatDisbursementsCreateV2
            FiatDisbursementsCreateV1 FiatDisbursementsCreateV1
            FiatDisbursementsCreateV1$Item FiatDisbursementsCreateV1.disburseData
            FiatDisbursementsCreated FiatDisbursementsCreatedV2Response.data
            FiatDisbursementsCreatedV1 FiatDisbursementsCreatedV1Response.data
            FiatPayout FiatDisbursementsCreateV2.disburseData
            Initiator FiatDisbursement.initiatedBy
            InlineRecipient InlineRecipient
            InlineRecipient$Bank InlineRecipient.bank
            Page Pagination
            PayerInfo PayerInfo
            PaymentCrypto CryptoDeposit.paymentCrypto
            PaymentFiat PaymentFiat
            PaymentFiat$IntlCode PaymentFiat.intlCode
            PaymentFiat$RoutingNumber PaymentFiat.routingNumber
            Recipient Recipient
            RecipientBank RecipientBank
            RecipientDetails RecipientCreate
            RecipientDetails RecipientUpdate
            Refund DepositRefundResponse.data
            SandboxClock ClockResponse.data
            Verification Verification
            WebhookAttempt WebhookAttempt
            WebhookDelivery WebhookDelivery+WebhookDeliveryDetailResponse.data
            WebhookEndpoint WebhookEndpoint+WebhookSecretRotatedResponse.data
            WebhookEndpointCreate WebhookEndpointCreate
            WebhookEndpointUpdate WebhookEndpointUpdate
            WebhookRedelivery WebhookRedeliverResponse.data""";

    static Stream<String> pairs() {
        return PAIRS.lines();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void a_value_has_the_fields_of_the_contract(String pair) throws ClassNotFoundException {
        var words = pair.split(" ");
        var type = Class.forName(MODEL + words[0]);
        var properties = properties(words[1]);
        properties.keySet().removeIf(name -> LEFT_OUT.contains(words[0] + "." + name));
        var components = components(type);
        assertThat(components.keySet()).containsExactlyInAnyOrderElementsOf(properties.keySet());
        properties.forEach((name, required) -> {
            var component = components.get(name);
            if (!required && !component.getType().isPrimitive() && component.getType() != List.class) {
                assertThat(component.getAnnotatedType().isAnnotationPresent(Nullable.class))
                        .as("%s.%s may be missing", words[0], name)
                        .isTrue();
            }
        });
    }

    @Test
    void every_value_is_compared() {
        assertThat(new ClassFileImporter()
                        .importPackages(MODEL.substring(0, MODEL.length() - 1)).stream()
                                .filter(each -> each.isRecord())
                                .map(each -> each.getName().substring(MODEL.length())))
                .containsExactlyInAnyOrderElementsOf(
                        new TreeSet<>(pairs().map(pair -> pair.split(" ")[0]).toList()));
    }

    @ParameterizedTest
    @CsvSource({"DisbursementStatus,DisbursementStatus", "DepositStatus,DepositStatus", "ErrorCodes,ErrorCode"})
    void the_constants_are_those_of_the_contract(String type, String schema) throws ClassNotFoundException {
        assertThat(Arrays.stream(Class.forName(MODEL + type).getFields()).map(ClientModelTest::text))
                .containsExactlyInAnyOrderElementsOf(SCHEMAS.path(schema)
                        .path("enum")
                        .valueStream()
                        .map(JsonNode::stringValue)
                        .toList());
        assertThat(ErrorCodes.VALIDATION_FAILED).isEqualTo("VALIDATION_FAILED");
    }

    private static String text(Field constant) {
        try {
            return (String) constant.get(null);
        } catch (IllegalAccessException hidden) {
            throw new AssertionError(hidden);
        }
    }

    private static Map<String, RecordComponent> components(Class<?> type) {
        var components = new LinkedHashMap<String, RecordComponent>();
        for (var each : type.getRecordComponents()) {
            var renamed = each.getAccessor().getAnnotation(JsonProperty.class);
            components.put(renamed == null ? each.getName() : renamed.value(), each);
        }
        return components;
    }

    /// Returns the properties at a place of the contract, and if each is always present. Several places yield the
    /// properties of all.
    private static Map<String, Boolean> properties(String places) {
        var found = new LinkedHashMap<String, List<Boolean>>();
        var all = places.split("\\+");
        for (var place : all) {
            var object = at(place);
            var required = new HashSet<String>();
            object.path("required").forEach(each -> required.add(each.stringValue()));
            object.path("properties")
                    .properties()
                    .forEach(each -> found.computeIfAbsent(each.getKey(), _ -> new ArrayList<>())
                            .add(required.contains(each.getKey()) && !isNull(each.getValue())));
        }
        var properties = new LinkedHashMap<String, Boolean>();
        found.forEach((name, each) -> properties.put(name, each.size() == all.length && !each.contains(false)));
        return properties;
    }

    private static boolean isNull(JsonNode schema) {
        return schema.path("type")
                .valueStream()
                .anyMatch(each -> each.asString("").equals("null"));
    }

    private static JsonNode at(String place) {
        var names = place.split("\\.");
        var schema = SCHEMAS.path(names[0]);
        for (int i = 1; i < names.length; i++) {
            schema = object(schema.path("properties").path(names[i]));
        }
        assertThat(schema.path("properties").isObject()).as(place).isTrue();
        return schema;
    }

    /// Returns a schema that extends another one, with the properties of both.
    private static JsonNode extended(ObjectNode schema) {
        var base = object(schema.path("allOf").path(0));
        var both = schema.objectNode();
        var properties = both.putObject("properties");
        var required = both.putArray("required");
        for (var part : List.of(base, schema)) {
            part.path("properties").properties().forEach(each -> properties.set(each.getKey(), each.getValue()));
            part.path("required").forEach(required::add);
        }
        return both;
    }

    /// Resolves references, lists and nullable schemas to the object.
    private static JsonNode object(JsonNode schema) {
        var named = schema.path("$ref").asString("");
        if (!named.isEmpty()) {
            return object(SCHEMAS.path(named.substring(named.lastIndexOf('/') + 1)));
        }
        if (schema.path("allOf").isArray() && schema.path("properties").isObject()) {
            return extended((ObjectNode) schema);
        }
        return Stream.of(
                        schema.path("items"),
                        schema.path("anyOf").path(0),
                        schema.path("allOf").path(0))
                .filter(each -> !each.isMissingNode())
                .findFirst()
                .map(ClientModelTest::object)
                .orElse(schema);
    }

    private static JsonNode schemas() {
        try (var in = ClientModelTest.class.getResourceAsStream("/api/openapi.yaml")) {
            var plain = new Load(LoadSettings.builder().build()).loadFromInputStream(Objects.requireNonNull(in));
            JsonNode document = JsonMapper.shared().valueToTree(Objects.requireNonNull(plain));
            return document.path("components").path("schemas");
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
