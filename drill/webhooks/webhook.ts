import type { Behavior } from "./behaviors";

/** A webhook of the drill. */
export interface DrillWebhook {
  /** How it answers. Also its name and the path of its URL. */
  behavior: Behavior;
  id: string;
  secret: string;
  /** Undefined: the default types. */
  types: readonly string[] | undefined;
}

/** Whether the webhook gets events of the type, as the documentation says. */
export const wants = ({ types }: Pick<DrillWebhook, "types">, type: string): boolean =>
  types?.includes(type) ?? (type !== "passkey.authenticated" && !type.startsWith("challenge."));
