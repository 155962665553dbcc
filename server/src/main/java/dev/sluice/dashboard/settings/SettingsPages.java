package dev.sluice.dashboard.settings;

import dev.sluice.checkout.CheckoutDesign;
import dev.sluice.checkout.CheckoutDesigns;
import dev.sluice.checkout.CheckoutModule;
import dev.sluice.checkout.CheckoutPreview;
import dev.sluice.checkout.Colour;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.FormVersion;
import dev.sluice.dashboard.FormVersion.Difference;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.merchant.Logo;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Look of an organization's payment pages: colors, name, support contact and logo, with a preview.
public final class SettingsPages {
    static final String PATH = "/dashboard/settings";
    static final String BUNDLE = "dashboard.settings";

    private static final String BRANDING = PATH + "/branding";
    private static final String NONE = "none";

    private final DashboardGuard guard;
    private final Organizations organizations;
    private final References references;
    private final CheckoutDesigns designs;
    private final CheckoutPreview preview;
    private final MethodPages methods;

    public SettingsPages(
            DashboardGuard guard, Organizations organizations, References references, CheckoutModule checkout) {
        this.guard = guard;
        this.organizations = organizations;
        this.references = references;
        this.designs = checkout.designs();
        this.preview = checkout.preview();
        this.methods = new MethodPages(guard, references, designs);
    }

    public List<Route> routes() {
        var permission = Permission.CHANGE_SETTINGS;
        return Stream.concat(
                        Stream.of(
                                guard.page(PATH, permission, this::stored),
                                guard.action(
                                        BRANDING,
                                        permission,
                                        this::formerDesign,
                                        OptionalReason.optional(this::setDesign)),
                                guard.page(PATH + "/preview", permission, this::preview),
                                guard.page(PATH + "/logo", permission, this::logo),
                                guard.action(
                                        PATH + "/logo",
                                        permission,
                                        this::logoBefore,
                                        OptionalReason.optional(this::setLogo)),
                                guard.action(
                                        PATH + "/logo/remove",
                                        permission,
                                        this::logoBefore,
                                        OptionalReason.optional(this::removeLogo))),
                        methods.routes().stream())
                .toList();
    }

    private Answer stored(PageContext context) {
        return stored(context, 200, Problems.none());
    }

    private Answer stored(PageContext context, int status, Problems problems) {
        var stored = DesignForm.of(designs.of(organizationId(context)));
        return show(context, status, stored, problems, FormVersion.of(stored.fields()));
    }

    private Answer show(PageContext context, int status, DesignForm form, Problems problems, FormVersion version) {
        var texts = context.texts(BUNDLE);
        var organization = context.visitor().organization();
        var logo = organizations.get(organization.id()).logo();
        return context.page(
                status,
                "dashboard/settings/settings.jte",
                Section.SETTINGS,
                texts.get("title"),
                frame -> new Settings(
                        frame,
                        texts,
                        problems,
                        form,
                        version,
                        OptionalReason.input(context),
                        organization.name(),
                        logo == null ? null : PATH + "/logo?" + logo,
                        Logo.BYTES_MAX / 1024,
                        usualCurrency(references).map(_ -> previewed(form)).orElse(null)));
    }

    private static String previewed(DesignForm form) {
        return Links.of(PATH + "/preview", form.fields());
    }

    private Map<String, String> formerDesign(PageContext context) {
        var before = new TreeMap<String, String>();
        DesignForm.of(designs.of(organizationId(context)))
                .fields()
                .forEach((field, value) -> before.put("before." + field, value));
        return before;
    }

    private Answer setDesign(PageContext context) {
        var texts = context.texts(BUNDLE);
        var form = DesignForm.of(context.form());
        Problems problems;
        try {
            context.form().findings().throwIfAny();
            problems = form.problems(texts);
        } catch (Refused refused) {
            problems = Problems.of(refused, context.wording());
        }
        if (!problems.isEmpty()) {
            return show(context, 400, form, problems, FormVersion.sent(context));
        }
        return FormVersion.orOvertaken(() -> set(context, form.design()), () -> overtaken(context, form));
    }

    private Answer set(PageContext context, CheckoutDesign design) {
        var version = FormVersion.sent(context);
        var wanted = DesignForm.of(design).fields();
        designs.set(
                organizationId(context),
                design,
                stored -> version.allows(DesignForm.of(stored).fields(), wanted));
        return context.redirect(PATH, context.texts(BUNDLE).get("saved"));
    }

    /// Shows the input with the stored values that differ.
    private Answer overtaken(PageContext context, DesignForm form) {
        var now = DesignForm.of(designs.of(organizationId(context))).fields();
        var problems = FormVersion.problems(
                context,
                guard.last(context, BRANDING),
                Difference.between(form.fields(), now),
                now.keySet(),
                context.texts(BUNDLE)::get);
        return show(context, 409, form, problems, FormVersion.of(now));
    }

    /// Shows the preview. Invalid input, such as an incomplete color, is ignored.
    private Answer preview(PageContext context) {
        var query = context.request().query();
        var organization = organizations.get(organizationId(context));
        var logo = organization.logo() == null ? null : PATH + "/logo?" + organization.logo();
        CheckoutDesign design = DesignForm.of(query).design();
        return usualCurrency(references)
                .flatMap(first -> preview.of(
                        new CheckoutPreview.Merchant(organization, logo),
                        design,
                        query.text("currency")
                                .filter(references.depositCurrencies()::contains)
                                .orElse(first),
                        context.language()))
                .map(model -> context.framed(CheckoutPreview.TEMPLATE, model))
                .orElseGet(() -> Unpayable.page(context, "preview"));
    }

    private Answer logo(PageContext context) {
        return organizations
                .logo(organizationId(context))
                .map(logo -> new Answer(200, logo.mediaType(), logo.picture())
                        .with("Cache-Control", "private, max-age=3600")
                        .with("X-Content-Type-Options", "nosniff"))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Map<String, String> logoBefore(PageContext context) {
        var before = Optional.ofNullable(
                        organizations.get(organizationId(context)).logo())
                .orElse(NONE);
        var file = context.upload("file");
        return Map.of(
                "before.logo", before, "logo", file.map(SettingsPages::digest).orElse(NONE));
    }

    /// Returns the digest of the picture that would be stored, or of the file if it is not a valid picture.
    private static String digest(Request.Upload file) {
        try {
            return Logo.digest(Logo.of(file.bytes()).picture());
        } catch (IllegalArgumentException refused) {
            return Logo.digest(file.bytes());
        }
    }

    private Answer setLogo(PageContext context) {
        var texts = context.texts(BUNDLE);
        var file = context.upload("file").filter(upload -> upload.bytes().length > 0);
        if (file.isEmpty()) {
            return wrongLogo(context, texts.get("noFile"));
        }
        Logo logo;
        try {
            logo = Logo.of(file.get().bytes());
        } catch (Logo.TooLarge large) {
            return wrongLogo(context, texts.get("logoTooLarge", Logo.BYTES_MAX / 1024));
        } catch (IllegalArgumentException refused) {
            return wrongLogo(context, texts.get("notPicture"));
        }
        organizations.brand(organizationId(context), Optional.of(logo));
        return context.redirect(PATH, texts.get("logoSaved"));
    }

    private Answer wrongLogo(PageContext context, String reason) {
        return stored(context, 400, Problems.of("file", reason));
    }

    private Answer removeLogo(PageContext context) {
        organizations.brand(organizationId(context), Optional.empty());
        return context.redirect(PATH, context.texts(BUNDLE).get("logoRemoved"));
    }

    private static UUID organizationId(PageContext context) {
        return context.visitor().organizationId();
    }

    /// Returns the currency with the most payment methods.
    static Optional<String> usualCurrency(References references) {
        return references.depositCurrencies().stream()
                .max(Comparator.comparingInt(
                        each -> references.depositMethods(each).size()));
    }

    /// Page of the settings.
    ///
    /// @param version version of the look that the form was rendered from
    /// @param logo path of the logo, if there is one
    /// @param preview address of the preview; null if no payment method is available
    public record Settings(
            Frame frame,
            Texts texts,
            Problems problems,
            DesignForm form,
            FormVersion version,
            String reason,
            String organization,
            @Nullable String logo,
            int logoKilobytesMax,
            @Nullable String preview) {
        /// Returns a hint about the contrast of text on the brand color.
        public String brandHint() {
            return Colour.of(form.brand())
                    .map(brand -> texts.get(
                            brand.text().equals(Colour.BLACK) ? "textBlack" : "textWhite",
                            brand.ratio(brand.text()).toPlainString()))
                    .orElseGet(() -> texts.get("brandHint"));
        }

        /// Returns a hint about the color that replaces an unreadable accent.
        public String accentHint() {
            return Colour.of(form.accent())
                    .filter(accent -> !accent.readableOn(Colour.WHITE).equals(accent))
                    .map(accent -> texts.get("accentDarker", accent.readableOn(Colour.WHITE)))
                    .orElseGet(() -> texts.get("accentHint"));
        }
    }
}
