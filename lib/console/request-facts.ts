import { AsyncLocalStorage } from "node:async_hooks";
import { cookies, headers } from "next/headers";
import type { OperatorRequest } from "@/lib/domain/admin/operator/system-tenancy";
import { readClient } from "@/lib/http/request/client-address";
import { requestIdOf } from "@/lib/http/request/request-id-of";
import { getService } from "@/lib/service/service";
import { pageHeader } from "./wanted-page";

/**
 * The parts of a request that console pages and actions use. Tests provide their own with
 * `withRequestFacts`.
 */
export interface RequestFacts extends OperatorRequest {
  /** The console page that a GET request opens, with its query. */
  page?: string | undefined;
  cookie(name: string): string | undefined;
  /** Sets a cookie for all paths unless `path` is given. */
  setCookie(name: string, value: string, options: { maxAgeSeconds: number; path?: string }): void;
}

const overridden = new AsyncLocalStorage<RequestFacts>();

/** Runs `work` with these facts instead of the current request's. */
export const withRequestFacts = <T>(facts: RequestFacts, work: () => T): T =>
  overridden.run(facts, work);

/**
 * Whether the service runs on https, where `__Host-` cookies are possible: the browser restricts
 * them to this host, to path `/` and to https (RFC 6265bis §4.1.3).
 */
export const isSecureSite = (): boolean => getService().baseUrl.startsWith("https:");

/** Attributes of every console cookie. Without `domain`, browsers send it only to this host. */
export const cookieAttributes = (maxAgeSeconds: number, path = "/") =>
  ({
    maxAge: maxAgeSeconds,
    path,
    httpOnly: true,
    sameSite: "lax",
    secure: isSecureSite(),
  }) as const;

/** Returns the facts of the current request. */
export async function readRequestFacts(): Promise<RequestFacts> {
  const given = overridden.getStore();
  if (given !== undefined) return given;
  const [head, jar] = await Promise.all([headers(), cookies()]);
  return {
    requestId: requestIdOf(head.get("x-request-id")),
    client: readClient(head),
    page: head.get(pageHeader) ?? undefined,
    cookie: (name) => jar.get(name)?.value,
    setCookie: (name, value, { maxAgeSeconds, path }) =>
      void jar.set({ name, value, ...cookieAttributes(maxAgeSeconds, path) }),
  };
}
