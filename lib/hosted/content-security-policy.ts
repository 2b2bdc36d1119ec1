/**
 * Returns the Content-Security-Policy of a hosted page. It allows the page's own script and style by
 * nonce, images and fonts from its origin, and requests to it. The script never creates markup from
 * strings, so Trusted Types policies are forbidden. No site can frame the page.
 * @param takesForm whether the page has a form that its own origin receives
 */
export const contentSecurityPolicy = (nonce: string, takesForm = false): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    `form-action ${takesForm ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "trusted-types 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
