import type { Command } from "commander";
import { recoverOperator } from "@/lib/domain/operator/session/recover-operator";
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
      ["  Good until", showTime(expiresAt)],
    ]);
    print({ json: { sub, isFirst, disabledPasskeys, link, expiresAt }, text }, options);
    if (!options.json)
      note(
        "Whoever opens the link makes a passkey of this owner, once. Open it in the browser of the device that shall keep the passkey, while the server runs.",
      );
  });
}

/** `keystead operator recover` */
export function declareOperatorRecover(parent: Command): void {
  parent
    .command("recover")
    .description("let an owner who lost their passkeys make a new one, or make the first owner")
    .requiredOption("--email <address>", "the owner's email")
    .option("--disable-others", "disable the passkeys that the owner has, as after a theft")
    .option("--json", "print one JSON document; times in milliseconds")
    .action(recover);
}
