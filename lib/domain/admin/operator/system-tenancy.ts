import { createTenancy } from "@/lib/domain/admin/tenancy/create-tenancy";
import type { ClientInfo, Service, TenancyContext } from "@/lib/domain/base/context";
import { findRelyingPartyIssues } from "@/lib/domain/base/tenancy/check-relying-party";
import { findSystemTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";
import { Prisma } from "@/prisma/generated/client";

type ConsoleSite = Pick<Tenancy, "rpId" | "environment" | "allowedOrigins">;

/** The relying party of the console: the host that serves it. */
export function consoleSite(baseUrl: string): ConsoleSite {
  const { hostname, origin } = new URL(baseUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  return isLocal
    ? { rpId: hostname, environment: "development", allowedOrigins: [] }
    : { rpId: hostname, environment: "production", allowedOrigins: [origin] };
}

/**
 * Whether the console's host can have passkeys. Browsers offer none on an IP address or a public
 * suffix.
 */
export const canHavePasskeys = (baseUrl: string): boolean =>
  findRelyingPartyIssues({ ...consoleSite(baseUrl), rpIds: [] }).length === 0;

/**
 * Finds or creates the system tenancy, whose users can become operators (contract §2). Its relying
 * party is the host that serves the console.
 * @throws BadRequest if the base URL's host cannot be a relying party, such as an IP address
 */
export async function getSystemTenancy(service: Service): Promise<Tenancy> {
  const existing = await findSystemTenancy(service);
  if (existing !== null) return existing;
  try {
    return await createTenancy(
      service,
      { kind: "system" },
      { name: "Keystead", ...consoleSite(service.baseUrl), isSystem: true },
    );
  } catch (error) {
    // A unique index allows one system tenancy: another instance created it first.
    const created =
      error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002"
        ? await findSystemTenancy(service)
        : null;
    if (created === null) throw error;
    return created;
  }
}

/** A console request, from an operator or from a visitor who is not signed in. */
export interface OperatorRequest {
  requestId: string;
  client: ClientInfo;
}

/** Creates a context in the system tenancy for a visitor who is not signed in. */
export async function systemContext(
  service: Service,
  request: OperatorRequest,
): Promise<TenancyContext> {
  const tenancy = await getSystemTenancy(service);
  return {
    ...service,
    db: service.shareOf(tenancy.id),
    ...request,
    tenancy,
    actor: { kind: "browser" },
  };
}

/** Returns the context with this operator as the actor. */
export const asOperator = (ctx: TenancyContext, sub: string): TenancyContext => ({
  ...ctx,
  actor: { kind: "operator", id: sub },
});
