import type { Command } from "commander";
import { listApiKeys } from "@/lib/domain/access/api-key/list-api-keys";
import { examples } from "./examples";
import { print, showTime, table } from "./print";
import { selectTenancy, tenancyOption } from "./select-tenancy";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  json?: true;
}

const head = ["ID", "NAME", "KEY", "STATE", "SCOPES", "CREATED", "LAST USED", "EXPIRES"];

async function list({ tenancy, ...options }: Options): Promise<void> {
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy);
    const keys = await listApiKeys(ctx);
    const rows = keys.map((key) => [
      key.id,
      key.name,
      `${key.start}_…`,
      // The word of the console.
      key.state === "live" ? "active" : key.state,
      key.scopes.join(" "),
      showTime(key.createdAt),
      showTime(key.lastUsedAt),
      showTime(key.expiresAt),
    ]);
    const text =
      rows.length === 0
        ? "This tenancy has no API keys yet. Create one with: keystead key create"
        : table([head, ...rows]);
    const json = keys.map((key) => ({ ...key, enabled: key.state === "live" }));
    print({ json, text }, options);
  });
}

/** `keystead key list` */
export function declareKeyList(parent: Command): void {
  parent
    .command("list")
    .description("list a tenancy's API keys with their public prefix, oldest first")
    .option(...tenancyOption)
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText("after", examples("key list"))
    .action(list);
}
