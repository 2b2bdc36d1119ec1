import type { Command } from "commander";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { badRequest } from "@/lib/errors";
import { examples } from "./examples";
import { print } from "./print";
import { selectTenancy, tenancyOfIdOption } from "./select-tenancy";
import { findUser, userArgument } from "./user-state";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  confirm: string;
  reason?: string;
  json?: true;
}

async function erase(
  wanted: string,
  { tenancy, confirm, reason, ...options }: Options,
): Promise<void> {
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy, { sub: wanted });
    const { sub, email } = await findUser(ctx, wanted);
    if (confirm !== (email || sub))
      throw badRequest(
        "user erase",
        `--confirm isn't this user's ${email === "" ? "sub" : "email"}. Nothing was erased.`,
      );
    const erased = await eraseUser(ctx, sub, reason);
    const passkeys = `${erased.passkeys} ${erased.passkeys === 1 ? "passkey" : "passkeys"}`;
    const text = `The user ${sub} is erased, with ${passkeys}. This can't be undone.`;
    print({ json: { sub, ...erased }, text }, options);
  });
}

/** `keystead user erase` */
export function declareUserErase(parent: Command): void {
  parent
    .command("erase")
    .description("erase a user and their personal data, permanently")
    .argument(...userArgument)
    .requiredOption("--confirm <email>", "the user's email, or the sub of a user without one")
    .option(...tenancyOfIdOption)
    .option("--reason <text>", "why, for the audit log")
    .option("--json", "print one JSON document")
    .addHelpText(
      "after",
      examples(
        'user erase 01k9x5m2v8q4w7n3b6c1d0f9gh --confirm ada@example.com --reason "closed account"',
      ),
    )
    .action(erase);
}
