import type { Command } from "commander";
import {
  type ReEncrypted,
  reEncryptSigningKeys,
} from "@/lib/domain/access/signing-key/re-encrypt-secrets";
import { rotateSigningKey } from "@/lib/domain/access/signing-key/rotate-signing-key";
import { lifetimes } from "@/lib/limits";
import { examples } from "./examples";
import { print, showTime } from "./print";
import { withService } from "./with-service";

interface Options {
  reEncryptOnly?: true;
  json?: true;
}

const help = `
To change KEYSTEAD_SECRET:
  1. Start every instance with the new KEYSTEAD_SECRET, and the old one as KEYSTEAD_SECRET_PREVIOUS.
  2. Run this command with both.
  3. Restart the instances without KEYSTEAD_SECRET_PREVIOUS.
In local mode the old secret is the file "secret" in the data folder.`;

const counted = (count: number, noun: string) => `${count} ${count === 1 ? noun : `${noun}s`}`;

const encrypted = ({ reEncrypted: keys, reEncryptedWebhooks: webhooks }: ReEncrypted) =>
  `Re-encrypted ${counted(keys, "key")}${webhooks === 0 ? "" : ` and the secrets of ${counted(webhooks, "webhook")}`} under KEYSTEAD_SECRET.`;

async function rotate({ reEncryptOnly, ...options }: Options): Promise<void> {
  await withService(async (service) => {
    if (reEncryptOnly) {
      const done = await reEncryptSigningKeys(service);
      return print({ json: done, text: encrypted(done) }, options);
    }
    const { kid, activeFrom, ...reEncrypted } = await rotateSigningKey(service);
    const publishedUntil = activeFrom + lifetimes.signingKeyOverlapMs;
    const text = [
      `The signing key ${kid} is published now and signs from ${showTime(activeFrom)}.`,
      `The previous key stays published until ${showTime(publishedUntil)}.`,
      encrypted(reEncrypted),
    ].join("\n");
    print(
      { json: { kid, activeFrom, previousPublishedUntil: publishedUntil, ...reEncrypted }, text },
      options,
    );
  });
}

/** `keystead signing-key rotate` */
export function declareSigningKeyRotate(parent: Command): void {
  parent
    .command("rotate")
    .description(
      "publish a new signing key, keep the old one published while its signatures are valid, " +
        "and re-encrypt all keys and webhook secrets under KEYSTEAD_SECRET",
    )
    .option("--re-encrypt-only", "create no new key; use it after changing KEYSTEAD_SECRET")
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText("after", `${examples("signing-key rotate")}\n${help}`)
    .action(rotate);
}
