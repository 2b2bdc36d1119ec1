import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { acceptPage, pageHeader } from "@/lib/console/wanted-page";
import { transportSecurityHeaders } from "@/lib/http/request/transport-security-headers";

// eslint-disable-next-line no-restricted-properties -- Next replaces it at build time.
const isDevelopment = process.env.NODE_ENV === "development";

const policyWith = (nonce: string, styles: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    `style-src ${styles}`,
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

const needsPolicy = /^\/(docs|console)(\/|$)/;

/** Tells the console which page is opened, so that its sign-in can lead back to it. */
function namePage({ method, nextUrl }: NextRequest, headers: Headers): void {
  const page = method === "GET" ? acceptPage(nextUrl.pathname + nextUrl.search) : null;
  if (page === null) headers.delete(pageHeader);
  else headers.set(pageHeader, page);
}

/**
 * In the console operators act, and into the reference people paste an API key: only this
 * installation's own scripts run there, and they talk to this installation alone. Next finds the
 * nonce in the request's policy and puts it on its scripts. Charts and toasts of the console place
 * themselves by style attributes, which no nonce can cover.
 */
export function proxy(request: NextRequest): NextResponse {
  const response = needsPolicy.test(request.nextUrl.pathname)
    ? withPolicy(request)
    : NextResponse.next();
  // Also under plain `next start`, which has only the headers of next.config.mjs, and those are
  // fixed by the build.
  for (const [name, value] of Object.entries(transportSecurityHeaders()))
    response.headers.set(name, value);
  return response;
}

function withPolicy(request: NextRequest): NextResponse {
  const styles =
    request.nextUrl.pathname.startsWith("/console") || isDevelopment
      ? "'self' 'unsafe-inline'"
      : "'self'";
  const policy = policyWith(randomBytes(16).toString("base64"), styles);
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  namePage(request, headers);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

export const config = {
  matcher: [
    "/",
    "/docs/:path*",
    "/console/:path*",
    "/demo/:path*",
    "/inbox/:path*",
    "/llms.txt",
    "/llms-full.txt",
  ],
};
