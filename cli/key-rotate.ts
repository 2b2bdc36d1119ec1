import { type Command, Option } from "commander";
import { rotateApiKey } from "@/lib/domain/access/api-key/rotate-api-key";
import { lifetimes } from "@/lib/limits";
import { examples } from "./examples";
import { findKey, keyArgument, namedKey } from "./find-key";
import { durationUpTo } from "./option-values";
import { note, print, showTime, table } from "./print";
import { selectTenancy, tenancyOfIdOption } from "./select-tenancy";
import { withService } from "./with-service";

const parseOverlap = durationUpTo(lifetimes.keyOverlapMostMs);

interface Options {
  tenancy?: string;
  /** In ms. */
  overlap: number;
  json?: true;
}

async function rotate(
  wanted: string,
  { tenancy, overlap: overlapMs, ...options }: Options,
): Promise<void> {
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy, namedKey(wanted));
    const old = await findKey(ctx, wanted);
    const { id, key } = await rotateApiKey(ctx, { id: old.id, overlapMs });
    const oldExpiresAt = Math.min(ctx.clock.now() + overlapMs, old.expiresAt ?? Infinity);
    const text = table([
      ["API key", old.name],
      ["  Id", id],
      ["  Key", key],
      ["  Replaces", `${old.id} (${old.start}_…)`],
      ["  Old key expires", showTime(oldExpiresAt)],
    ]);
    print({ json: { id, key, name: old.name, replaces: old.id, oldExpiresAt }, text }, options);
    if (!options.json)
      note("The key is shown only once. Give it to your backend before the old key expires.");
  });
}

/** `keystead key rotate` */
export function declareKeyRotate(parent: Command): void {
  parent
    .command("rotate")
    .description("replace an API key; the old one works until the overlap ends")
    .argument(...keyArgument)
    .option(...tenancyOfIdOption)
    .addOption(
      new Option("--overlap <duration>", "how long the old key still works; at most 7d")
        .argParser(parseOverlap)
        .default(parseOverlap("24h"), "24h"),
    )
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText(
      "after",
      examples("key rotate ks_0123456789", "key rotate ks_0123456789 --overlap 30m"),
    )
    .action(rotate);
}
