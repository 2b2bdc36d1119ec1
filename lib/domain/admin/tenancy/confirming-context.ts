import type { Actor, TenancyContext } from "@/lib/domain/base/context";

/** Who may confirm for the installation: a system owner, or a command with their rights. */
export type ConfirmingContext = TenancyContext & {
  actor: { kind: "operator"; id: string } | { kind: "configurationFile"; isSystemOwner: true };
};

/** `confirmedBy` of a confirmation: an operator's `sub`, or `system` for the command line. */
export const confirmerOf = ({ actor }: ConfirmingContext): string =>
  actor.kind === "operator" ? actor.id : "system";

/** Whether the actor is a command on the host with the rights of a system owner. */
export const isOwnerOnHost = (actor: Actor): boolean =>
  actor.kind === "system" || (actor.kind === "configurationFile" && actor.isSystemOwner);
