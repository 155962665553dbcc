// Shows the contract with Swagger UI, without its top bar and without its validator badge (a third party).
window.addEventListener('load', function () {
  window.SwaggerUIBundle({
    url: '/openapi.yaml',
    dom_id: '#reference',
    presets: [window.SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    filter: true,
    persistAuthorization: false,
    requestSnippetsEnabled: true,
    tryItOutEnabled: true,
    validatorUrl: null,
  });
});
