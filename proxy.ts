import { randomBytes } from "node:crypto";
import { NextResponse, type NextRequest } from "next/server";

const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/**
 * People paste an API key into the reference: only this installation's own scripts run there, and they talk to this
 * installation alone. Next finds the nonce in the request's policy and puts it on its scripts.
 */
export function proxy(request: NextRequest): NextResponse {
  const policy = policyWith(randomBytes(16).toString("base64"));
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

export const config = { matcher: "/docs/:path*" };
