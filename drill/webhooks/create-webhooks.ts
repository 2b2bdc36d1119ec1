import { openService } from "@/bench/targets/installation";
import { insertWebhook } from "@/bench/webhooks/insert-webhook";
import type { System } from "@/drill/system";
import { createApiKey } from "@/lib/domain/access/api-key/create-api-key";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { auditActions } from "@/lib/domain/record/audit/audit-actions";
import type { Behavior } from "./behaviors";
import type { WebhookReceiver } from "./receiver";
import type { DrillWebhook } from "./webhook";

/** Few enough events that slow and failing webhooks keep up. */
const fewTypes = ["passkey.registered"];

/** The types of each webhook. The one that always succeeds comes last, behind the others. */
const typesOf: [behavior: Behavior, types: readonly string[] | undefined][] = [
  ["slow", fewTypes],
  ["silent", fewTypes],
  ["failing", fewTypes],
  ["redirecting", fewTypes],
  ["mixed", [...fewTypes, "user.created"]],
  ["huge", undefined],
  ["ok", auditActions],
];

/** Creates a webhook for every behavior, and a key that follows events and manages users. */
export async function createWebhooks(
  { installation }: Pick<System, "installation">,
  receiver: WebhookReceiver,
): Promise<{ webhooks: DrillWebhook[]; apiKey: string }> {
  const { service, enter, close } = openService(installation);
  try {
    const tenancy = await findTenancy(service, installation.tenancyId);
    if (tenancy === null) throw new Error("the tenancy was not installed");
    const ctx = enter(tenancy);
    const webhooks: DrillWebhook[] = [];
    for (const [behavior, types] of typesOf) {
      const url = receiver.urlOf(behavior);
      const { id, secret } = await insertWebhook(ctx, { name: behavior, url, types });
      webhooks.push({ behavior, id, secret, types });
    }
    const { key } = await createApiKey(ctx, {
      name: "Drill",
      scopes: ["events:read", "users:manage"],
    });
    return { webhooks, apiKey: key };
  } finally {
    await close();
  }
}
