// Shows the contract with Swagger UI, without its top bar and without its validator badge (a third party).
window.addEventListener('load', function () {
  const reference = document.getElementById('reference');

  // Names, roles and levels that Swagger UI leaves out, for screen readers and keyboards. It takes no attribute away that
  // it did not set.
  const NAMES = {
    '#servers': 'Server',
    '.operation-filter-input': 'Filter by tag',
    'select.content-type': 'Media type',
    '.parameters select, .parameters input, .parameters textarea': 'Value',
    '.opblock-section-request-body textarea': 'Request body',
    '.opblock-section-request-body select:not(.content-type), .examples-select select': 'Example',
    '.information-container': 'About this API',
    '.schemes-server-container': 'Server and credentials',
    '.filter-container': 'Filter',
  };
  const REGIONS = '.information-container, .schemes-server-container, .filter-container';
  const complete = function () {
    for (const [selector, name] of Object.entries(NAMES)) {
      for (const element of reference.querySelectorAll(`:is(${selector}):not([aria-label])`)) {
        element.setAttribute('aria-label', element.closest('[data-param-name]')?.dataset.paramName ?? name);
      }
    }
    for (const region of reference.querySelectorAll(REGIONS)) {
      region.setAttribute('role', 'region');
    }
    for (const table of reference.querySelectorAll('.responses-table:not([aria-label])')) {
      table.setAttribute('aria-label', `Responses: ${table.id}`);
    }
    for (const code of reference.querySelectorAll('pre.microlight:not([tabindex])')) {
      code.setAttribute('tabindex', '0');
    }
    for (const heading of reference.querySelectorAll('h4:not([aria-level])')) {
      heading.setAttribute('role', 'heading');
      heading.setAttribute('aria-level', '3');
    }
  };
  new MutationObserver(complete).observe(reference, { childList: true, subtree: true });

  // The path of an operation stands in the button that opens it, so it is text there and no link of its own. Opening an
  // operation still puts it into the page's address.
  const pathsAsText = function ({ React }) {
    return { wrapComponents: { DeepLink: () => ({ text }) => React.createElement('span', null, text) } };
  };

  window.SwaggerUIBundle({
    url: '/openapi.yaml',
    dom_id: '#reference',
    presets: [window.SwaggerUIBundle.presets.apis],
    plugins: [pathsAsText],
    layout: 'BaseLayout',
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    filter: true,
    persistAuthorization: false,
    requestSnippetsEnabled: true,
    syntaxHighlight: { theme: 'tomorrow-night' },
    tryItOutEnabled: true,
    validatorUrl: null,
  });
});
