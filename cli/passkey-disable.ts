import type { Command } from "commander";
import { setPasskeysEnabled } from "@/lib/domain/passkey/set-passkeys-enabled";
import { ServiceError } from "@/lib/errors";
import { examples } from "./examples";
import { print } from "./print";
import { selectTenancy, tenancyOption } from "./select-tenancy";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  reason?: string;
  json?: true;
}

async function disable(passkeyId: string, { tenancy, reason, ...options }: Options): Promise<void> {
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy);
    const { changed, missing } = await setPasskeysEnabled(ctx, {
      passkeyIds: [passkeyId],
      enabled: false,
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
        ? `The passkey ${passkeyId} is disabled already.`
        : `The passkey ${passkeyId} is disabled. It and its outstanding codes are refused immediately.`;
    print({ json: { id: passkeyId, changed: changed.length > 0 }, text }, options);
  });
}

/** `keystead passkey disable` */
export function declarePasskeyDisable(parent: Command): void {
  parent
    .command("disable")
    .description("refuse a passkey until you enable it in the console or over the API")
    .argument("<id>", "the passkey's id")
    .option(...tenancyOption)
    .option("--reason <text>", "why, for the other operators")
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      examples('passkey disable 01k9x5m2v8q4w7n3b6c1d0f9gh --reason "lost phone"'),
    )
    .action(disable);
}
