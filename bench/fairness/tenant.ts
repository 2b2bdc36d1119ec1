import { createHash, randomBytes, randomInt } from "node:crypto";
import type { Person } from "@/bench/population";
import { install, type Installation, openService } from "@/bench/targets/installation";
import { createApiKey } from "@/lib/domain/access/api-key/create-api-key";
import { createTenancy } from "@/lib/domain/admin/tenancy/create-tenancy";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";

/**
 * A tenancy as its backend and its visitors see it. Plain data, because the flood runs in another
 * process.
 */
export interface Tenant {
  id: string;
  apiKey: string;
  exportKey: string;
  /** An address that hosted pages may return to. */
  redirectUri: string;
  origin: string;
}

export interface Tenants {
  installation: Installation;
  /** The tenancy that floods the server. It has all the people. */
  flooding: Tenant;
  /** Floods the server under the limits that a new development tenancy has. */
  development: Tenant;
  /** Its neighbour, whose latency is measured. */
  neighbour: Tenant;
}

/**
 * Creates the tenancies in an empty database. Except for the development one, they have limits too high
 * to refuse a request.
 */
export async function createTenants(
  root: string,
  databaseUrl: string,
  origin: string,
  people: Person[],
): Promise<Tenants> {
  const installation = await install(root, databaseUrl, origin, people);
  const { service, actor, enter, close } = openService(installation);
  const redirectUri = `${origin}/callback`;
  const { tenancyId, apiKey } = installation;
  const found = await findTenancy(service, tenancyId);
  if (found === null) throw new Error("the tenancy was not installed");
  const { key: exportKey } = await createApiKey(enter(found), {
    name: "Export",
    scopes: ["vault:export"],
  });
  const create = async (name: string) => {
    const created = await createTenancy(service, actor, {
      name,
      environment: "development",
      rpId: "localhost",
      allowedOrigins: [origin],
    });
    const { key } = await createApiKey(enter(created), { name: "Bench" });
    return { id: created.id, apiKey: key, exportKey: "", redirectUri, origin };
  };
  const neighbour = await create("Neighbour");
  const development = await create("Development");
  const noLimit = 10_000_000;
  await service.db.tenancy.updateMany({
    where: { id: { in: [tenancyId, neighbour.id] } },
    data: {
      // Only development tenancies can have hosted pages on localhost.
      environment: "development",
      hostedPages: true,
      redirectUris: [redirectUri],
      attestation: "direct",
      optionsPerMinutePerAddress: noLimit,
      optionsPerMinute: noLimit,
      verificationsPerMinutePerAddress: noLimit,
    },
  });
  await close();
  return {
    installation,
    flooding: { id: tenancyId, apiKey, exportKey, redirectUri, origin },
    development,
    neighbour,
  };
}

export const random = (bytes: number) => randomBytes(bytes).toString("base64url");

/** A mailbox that no other call uses, so that no limit per mailbox applies. */
export const newAddress = () => `${randomBytes(8).toString("hex")}@example.com`;

/** The address of a stranger. The server takes it from the header, as behind a proxy. */
export const fromAnywhere = () => ({
  "x-forwarded-for": `198.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
});

/** The request of a visitor who opens a hosted sign-in page, each from another address. */
export function hostedPage({ id, redirectUri }: Tenant) {
  const query = new URLSearchParams({
    redirect_uri: redirectUri,
    state: random(8),
    code_challenge: createHash("sha256").update(random(32)).digest("base64url"),
  });
  const path = `/auth/${id}/sign-in?${query}`;
  return { method: "GET", path, headers: fromAnywhere() } as const;
}

export const asBackend = ({ apiKey }: Tenant) => ({ authorization: `Bearer ${apiKey}` });
