import type { TenancyPermission } from "@/lib/domain/base/permission";
import type { ShownEvent } from "@/lib/domain/record/audit/shown-event";
import { type ConsoleContext, mayOffer } from "./console-context";

/** What reading the names of a kind of target requires, besides the audit log itself. */
const permissionOf: Record<string, TenancyPermission> = {
  operator: "members.read",
  invitation: "members.read",
  "api-key": "api-key.read",
  webhook: "webhook.read",
};

/**
 * Returns the event without its target's name, and without that of a key in its detail, where the role
 * can't open the target's list. An operator who is actor and target is named as the actor anyway.
 */
export function eventForRole(
  ctx: Pick<ConsoleContext, "role" | "strength">,
  event: ShownEvent,
): ShownEvent {
  const permission = permissionOf[event.targetKind];
  const isOwn = event.actorId !== null && event.actorId === event.targetId;
  return permission === undefined || isOwn || mayOffer(ctx, permission)
    ? event
    : { ...event, targetName: null, detailName: null };
}
