import type { Command } from "commander";
import { recoverOperator } from "@/lib/domain/admin/operator/session/recover-operator";
import { declareOnInstallation, jsonWithTimes } from "./command";
import { showTime, table } from "./print";

/** `keystead operator …` */
export function declareOperators(program: Command): void {
  const operator = program.command("operator").description("manage operators");
  declareOnInstallation<{ email: string; disableOthers?: true }>(operator, {
    name: "recover",
    description:
      "create a link to register a new passkey for an owner, or to set up the first owner",
    options: (command) =>
      command
        .requiredOption("--email <address>", "the owner's email")
        .option(
          "--disable-others",
          "disable the owner's existing passkeys, for example after a theft",
        ),
    json: jsonWithTimes,
    examples: [
      "operator recover --email you@example.com",
      "operator recover --email you@example.com --disable-others",
    ],
    async run(service, { email, disableOthers }) {
      const { sub, isFirst, disabledPasskeys, link, expiresAt } = await recoverOperator(service, {
        email,
        disableOthers: disableOthers === true,
      });
      return {
        json: { sub, isFirst, disabledPasskeys, link, expiresAt },
        text: table([
          [isFirst ? "First owner" : "Owner", email],
          ["  Sub", sub],
          ["  Disabled passkeys", String(disabledPasskeys)],
          ["  Link", link],
          ["  Expires at", showTime(expiresAt)],
        ]),
        notes: [
          "The link registers one passkey for this owner. Start the server, then open the link on the " +
            "device that should store the passkey.",
        ],
      };
    },
  });
}
