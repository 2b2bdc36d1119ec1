import type { Command } from "commander";
import { setPasskeysEnabled } from "@/lib/domain/passkey/set-passkeys-enabled";
import { ServiceError } from "@/lib/errors";
import { examples } from "./examples";
import { print, stateOf } from "./print";
import { selectTenancy, tenancyOfIdOption } from "./select-tenancy";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  reason?: string;
  json?: true;
}

interface Change {
  name: "disable" | "enable";
  description: string;
  /** What follows from the change. */
  effect: string;
  reason: string;
}

const changes: Change[] = [
  {
    name: "disable",
    description: "disable a passkey until you enable it",
    effect: "Sign-ins with it fail, and its outstanding codes are invalid.",
    reason: "lost phone",
  },
  {
    name: "enable",
    description: "enable a disabled passkey",
    effect: "Its user can sign in with it.",
    reason: "phone found",
  },
];

async function apply(
  { name, effect }: Change,
  passkeyId: string,
  { tenancy, reason, ...options }: Options,
): Promise<void> {
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy, { passkeyId });
    const { changed, missing } = await setPasskeysEnabled(ctx, {
      passkeyIds: [passkeyId],
      enabled: name === "enable",
      reason,
    });
    if (missing.length > 0)
      throw new ServiceError(
        "@error/NotFound",
        undefined,
        `The tenancy ${ctx.tenancy.id} has no passkey ${passkeyId}. Find it with: keystead passkey find`,
      );
    const text =
      changed.length === 0
        ? `The passkey ${passkeyId} is already ${name}d.`
        : `The passkey ${passkeyId} is ${name}d. ${effect}`;
    const enabled = name === "enable";
    const json = { id: passkeyId, ...stateOf(enabled), changed: changed.length > 0 };
    print({ json, text }, options);
  });
}

/** `keystead passkey disable` and `enable` */
export function declarePasskeyStates(parent: Command): void {
  for (const change of changes)
    parent
      .command(change.name)
      .description(change.description)
      .argument("<id>", "the passkey's id")
      .option(...tenancyOfIdOption)
      .option("--reason <text>", "why, for the other operators")
      .option("--json", "print one JSON document")
      .addHelpText(
        "after",
        examples(`passkey ${change.name} 01k9x5m2v8q4w7n3b6c1d0f9gh --reason "${change.reason}"`),
      )
      .action((id: string, options: Options) => apply(change, id, options));
}
