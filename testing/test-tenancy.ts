import { createApiKey, type NewApiKey } from "@/lib/domain/access/api-key/create-api-key";
import { createTenancy, type NewTenancy } from "@/lib/domain/admin/tenancy/create-tenancy";
import type { TenancyContext } from "@/lib/domain/base/context";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import type { Prisma } from "@/prisma/generated/client";
import { type ApiReply, callApi } from "./api-client";
import type { TestService } from "./test-service";

export const testOrigin = "https://app.example.com";

type Call = (
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiReply>;

/** A tenancy with a key, for one test. */
export interface TestTenancy {
  id: string;
  clientId: string;
  apiKey: string;
  apiKeyId: string;
  /** Context of an operator of the tenancy. */
  ctx: TenancyContext;
  /**
   * Calls as a backend with the key. Paths are below /v2/{tenancyId}/ unless `mount` says
   * otherwise.
   */
  backend: Call;
  /** Calls as a page on the allowed origin. */
  browser: Call;
  set(settings: Prisma.TenancyUpdateInput): Promise<void>;
  createKey(input?: Partial<NewApiKey>): Promise<{ id: string; key: string }>;
}

const system = { kind: "system" } as const;

export async function createTestTenancy(
  service: TestService,
  overrides: Partial<NewTenancy> = {},
  settings: Prisma.TenancyUpdateInput = {},
): Promise<TestTenancy> {
  const { id, clientId } = await createTenancy(service, system, {
    name: "Test",
    environment: "production",
    rpId: "example.com",
    allowedOrigins: [testOrigin],
    ...overrides,
  });
  const set = async (data: Prisma.TenancyUpdateInput) =>
    void (await service.db.tenancy.update({ where: { id }, data }));
  await set({
    selfServiceRegistration: true,
    // As tenancies of older releases have them.
    linkByEmail: true,
    notifyOfNewPasskeys: false,
    optionsPerMinutePerAddress: 100_000,
    optionsPerMinute: 100_000,
    verificationsPerMinutePerAddress: 100_000,
    exchangesPerMinutePerAddress: 100_000,
    ...settings,
  });
  const tenancy = await findTenancy(service, id);
  if (tenancy === null) throw new Error("the tenancy was not made");
  const ctx: TenancyContext = {
    ...service,
    tenancy,
    actor: { kind: "operator", id: service.createId() },
    requestId: "test",
    client: {},
  };
  const createKey = (input: Partial<NewApiKey> = {}) =>
    createApiKey(ctx, { name: "Test", ...input });
  const { id: apiKeyId, key: apiKey } = await createKey();
  const caller =
    (base: Record<string, string>): Call =>
    (method, path, body, headers = {}) =>
      callApi(method, path.startsWith("/") ? path : `/v2/${id}/${path}`, {
        ...(body === undefined ? {} : { body }),
        headers: { ...base, ...headers },
      });
  return {
    id,
    clientId,
    apiKey,
    apiKeyId,
    ctx,
    backend: caller({ authorization: `Bearer ${apiKey}` }),
    browser: caller({ origin: testOrigin }),
    set,
    createKey,
  };
}
