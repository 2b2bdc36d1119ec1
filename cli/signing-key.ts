import type { Command } from "commander";
import {
  type ReEncrypted,
  reEncryptSigningKeys,
} from "@/lib/domain/access/signing-key/re-encrypt-secrets";
import { rotateSigningKey } from "@/lib/domain/access/signing-key/rotate-signing-key";
import { lifetimes } from "@/lib/limits";
import { declareOnInstallation, jsonWithTimes } from "./command";
import { countOf, showTime } from "./print";

const howToChangeSecret = `
To change KEYSTEAD_SECRET:
  1. Start every instance with the new KEYSTEAD_SECRET, and the old one as KEYSTEAD_SECRET_PREVIOUS.
  2. Run this command with both.
  3. Restart the instances without KEYSTEAD_SECRET_PREVIOUS.
In local mode the old secret is the file "secret" in the data folder.`;

const encrypted = ({ reEncrypted: keys, reEncryptedWebhooks: webhooks }: ReEncrypted) =>
  `Re-encrypted ${countOf(keys, "key")}${webhooks === 0 ? "" : ` and the secrets of ${countOf(webhooks, "webhook")}`} under KEYSTEAD_SECRET.`;

/** `keystead signing-key …` */
export function declareSigningKeys(program: Command): void {
  const signingKey = program
    .command("signing-key")
    // Its name until 2026-11.
    .alias("keys")
    .description("manage the keys that sign id_tokens");
  declareOnInstallation<{ reEncryptOnly?: true }>(signingKey, {
    name: "rotate",
    description:
      "publish a new signing key, keep the old one published while its signatures are valid, " +
      "and re-encrypt all keys and webhook secrets under KEYSTEAD_SECRET",
    options: (command) =>
      command.option(
        "--re-encrypt-only",
        "create no new key; use it after changing KEYSTEAD_SECRET",
      ),
    json: jsonWithTimes,
    examples: ["signing-key rotate"],
    footer: howToChangeSecret,
    async run(service, { reEncryptOnly }) {
      if (reEncryptOnly) {
        const done = await reEncryptSigningKeys(service);
        return { json: done, text: encrypted(done) };
      }
      const { kid, activeFrom, ...reEncrypted } = await rotateSigningKey(service);
      const publishedUntil = activeFrom + lifetimes.signingKeyOverlapMs;
      return {
        json: { kid, activeFrom, previousPublishedUntil: publishedUntil, ...reEncrypted },
        text: [
          `The signing key ${kid} is published now and signs from ${showTime(activeFrom)}.`,
          `The previous key stays published until ${showTime(publishedUntil)}.`,
          encrypted(reEncrypted),
        ].join("\n"),
      };
    },
  });
}
