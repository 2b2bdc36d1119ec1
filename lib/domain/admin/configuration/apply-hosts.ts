import type { ConfirmingContext } from "@/lib/domain/admin/tenancy/confirming-context";
import {
  confirmRelatedOriginsHost,
  listRelatedOriginsHosts,
  takeBackRelatedOriginsHost,
} from "@/lib/domain/admin/tenancy/related-origins";
import { confirmSenderDomain, getSender } from "@/lib/domain/admin/tenancy/sender-domain";
import type { TenancyContext } from "@/lib/domain/base/context";
import { badRequest } from "@/lib/errors";
import type { ConfigurationChange } from "./configuration-change";

const isConfirming = (ctx: TenancyContext): ctx is ConfirmingContext =>
  ctx.actor.kind === "configurationFile" && ctx.actor.isSystemOwner;

/** @throws BadRequest without the rights of a system owner */
function requireSystemOwner(ctx: TenancyContext, path: string): ConfirmingContext {
  if (isConfirming(ctx)) return ctx;
  throw badRequest(path, "needs a system owner’s confirmation. Apply it with --as-system-owner");
}

const path = "relatedOriginsHosts";

/**
 * Confirms the listed hosts for related origins, and with `prune` withdraws the others.
 * @throws BadRequest for a change without the rights of a system owner, or an unsuitable host
 */
export async function applyRelatedOriginsHosts(
  ctx: TenancyContext,
  wanted: readonly string[],
  prune: boolean,
): Promise<{ changes: ConfigurationChange[]; unlisted: string[] }> {
  const confirmed = (await listRelatedOriginsHosts(ctx)).map(({ host }) => host);
  const changes: ConfigurationChange[] = [];
  for (const [index, host] of wanted.entries()) {
    if (confirmed.includes(host) || wanted.indexOf(host) < index) continue;
    await confirmRelatedOriginsHost(requireSystemOwner(ctx, `${path}.${index}`), host);
    changes.push({ action: "create", path: `${path}.${host}` });
  }
  const unlisted = confirmed.filter((host) => !wanted.includes(host));
  if (!prune) return { changes, unlisted: unlisted.map((host) => `${path}.${host}`) };
  for (const host of unlisted) {
    await takeBackRelatedOriginsHost(requireSystemOwner(ctx, path), host);
    changes.push({ action: "remove", path: `${path}.${host}` });
  }
  return { changes, unlisted: [] };
}

/** Confirms the domain of a sender that the file sets, with the rights of a system owner. */
export async function applySenderDomain(ctx: TenancyContext): Promise<ConfigurationChange[]> {
  if (!isConfirming(ctx)) return [];
  const sender = await getSender(ctx);
  if (sender === null || sender.confirmedAt !== null) return [];
  await confirmSenderDomain(ctx, sender.domain);
  return [{ action: "change", path: "settings.mailSender", after: `${sender.domain} confirmed` }];
}
