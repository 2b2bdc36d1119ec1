import { type Installation, openService } from "@/bench/targets/installation";
import { createApiKey } from "@/lib/domain/access/api-key/create-api-key";
import type { ApiKeyScope } from "@/lib/domain/access/api-key/scope";
import type { TenancyContext } from "@/lib/domain/base/context";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { insertWebhook, type NewWebhook } from "./insert-webhook";

async function enterTenancy<T>(
  installation: Pick<Installation, "databaseUrl" | "secret" | "origin">,
  tenancyId: string,
  work: (ctx: TenancyContext) => Promise<T>,
): Promise<T> {
  const { service, enter, close } = openService(installation);
  try {
    const tenancy = await findTenancy(service, tenancyId);
    if (tenancy === null) throw new Error("the tenancy was not installed");
    return await work(enter(tenancy));
  } finally {
    await close();
  }
}

/** What happens to all webhooks of a tenancy. */
interface CreatedWebhooks {
  enable(isEnabled: boolean): Promise<void>;
  /** Deletes them, and what is queued for them. */
  remove(): Promise<void>;
}

/** Creates webhooks of a tenancy. A server sends to loopback only if its settings allow that. */
export async function createWebhooks(
  installation: Pick<Installation, "databaseUrl" | "secret" | "origin">,
  tenancyId: string,
  webhooks: Omit<NewWebhook, "name">[],
): Promise<CreatedWebhooks> {
  await enterTenancy(installation, tenancyId, async (ctx) => {
    for (const [index, webhook] of webhooks.entries())
      await insertWebhook(ctx, { name: `Webhook ${index + 1}`, ...webhook });
  });
  return {
    enable: (isEnabled) =>
      enterTenancy(installation, tenancyId, async ({ db, clock }) => {
        const data = isEnabled
          ? { disabledAt: null, disabledReason: null }
          : { disabledAt: new Date(clock.now()), disabledReason: "requested" };
        await db.webhook.updateMany({ where: { tenancyId }, data });
      }),
    remove: () =>
      enterTenancy(installation, tenancyId, async ({ db }) => {
        await db.webhook.deleteMany({ where: { tenancyId } });
      }),
  };
}

/** Creates a key with scopes that the bench's key lacks. */
export const createScopedKey = (
  installation: Installation,
  scopes: ApiKeyScope[],
): Promise<string> =>
  enterTenancy(
    installation,
    installation.tenancyId,
    async (ctx) => (await createApiKey(ctx, { name: "Events", scopes })).key,
  );
