import { AsyncLocalStorage } from "node:async_hooks";
import { cookies, headers } from "next/headers";
import { limits } from "@/lib/limits";
import type { OperatorRequest } from "@/lib/domain/operator/operator-context";
import { readClientAddress } from "@/lib/http/admission/client-address";
import { requestIdOf } from "@/lib/http/router/request-id";
import { getService } from "@/lib/service/service";

/**
 * What pages and actions of the console read of a request; tests bring their own
 * (`withRequestFacts`).
 */
export interface RequestFacts extends OperatorRequest {
  cookie(name: string): string | undefined;
  /** For all paths, unless the options name one. */
  setCookie(name: string, value: string, options: { maxAgeSeconds: number; path?: string }): void;
}

const brought = new AsyncLocalStorage<RequestFacts>();

/** Runs as if this request had come. */
export const withRequestFacts = <T>(facts: RequestFacts, work: () => T): T =>
  brought.run(facts, work);

/**
 * On https the browser itself holds the cookie to this host, path and transport (RFC 6265bis
 * §4.1.3).
 */
export const isSecureSite = (): boolean => getService().baseUrl.startsWith("https:");

/** How all cookies of the console are set; without a domain they are this host's alone. */
export const cookieAttributes = (maxAgeSeconds: number, path = "/") =>
  ({
    maxAge: maxAgeSeconds,
    path,
    httpOnly: true,
    sameSite: "lax",
    secure: isSecureSite(),
  }) as const;

/** The facts of the request in hand. */
export async function readRequestFacts(): Promise<RequestFacts> {
  const given = brought.getStore();
  if (given !== undefined) return given;
  const [head, jar] = await Promise.all([headers(), cookies()]);
  return {
    requestId: requestIdOf(head.get("x-request-id")),
    client: {
      address: readClientAddress(head),
      userAgent: head.get("user-agent")?.slice(0, limits.userAgentCharacters),
      origin: head.get("origin") ?? undefined,
    },
    cookie: (name) => jar.get(name)?.value,
    setCookie: (name, value, { maxAgeSeconds, path }) =>
      void jar.set({ name, value, ...cookieAttributes(maxAgeSeconds, path) }),
  };
}
