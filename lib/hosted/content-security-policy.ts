/**
 * What a hosted page may do: nothing but its own script and style by their nonce, pictures and
 * fonts of its own origin, and calls to it. No markup ever comes from text at run time, so trusted
 * types are refused altogether; nobody frames it.
 */
export const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "trusted-types 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
