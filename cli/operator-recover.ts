import type { Command } from "commander";
import { recoverOperator } from "@/lib/domain/admin/operator/session/recover-operator";
import { examples } from "./examples";
import { note, print, showTime, table } from "./print";
import { withService } from "./with-service";

interface Options {
  email: string;
  disableOthers?: true;
  json?: true;
}

async function recover({ email, disableOthers, ...options }: Options): Promise<void> {
  await withService(async (service) => {
    const { sub, isFirst, disabledPasskeys, link, expiresAt } = await recoverOperator(service, {
      email,
      disableOthers: disableOthers === true,
    });
    const text = table([
      [isFirst ? "First owner" : "Owner", email],
      ["  Sub", sub],
      ["  Disabled passkeys", String(disabledPasskeys)],
      ["  Link", link],
      ["  Expires at", showTime(expiresAt)],
    ]);
    print({ json: { sub, isFirst, disabledPasskeys, link, expiresAt }, text }, options);
    if (!options.json)
      note(
        "The link registers one passkey for this owner. Start the server, then open the link on the " +
          "device that should store the passkey.",
      );
  });
}

/** `keystead operator recover` */
export function declareOperatorRecover(parent: Command): void {
  parent
    .command("recover")
    .description(
      "create a link to register a new passkey for an owner, or to set up the first owner",
    )
    .requiredOption("--email <address>", "the owner's email")
    .option("--disable-others", "disable the owner's existing passkeys, for example after a theft")
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText(
      "after",
      examples(
        "operator recover --email you@example.com",
        "operator recover --email you@example.com --disable-others",
      ),
    )
    .action(recover);
}
