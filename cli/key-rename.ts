import type { Command } from "commander";
import { renameApiKey } from "@/lib/domain/access/api-key/rotate-api-key";
import { examples } from "./examples";
import { findKey, keyArgument, namedKey } from "./find-key";
import { parseName } from "./option-values";
import { print } from "./print";
import { selectTenancy, tenancyOfIdOption } from "./select-tenancy";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  name: string;
  json?: true;
}

async function rename(wanted: string, { tenancy, name, ...options }: Options): Promise<void> {
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy, namedKey(wanted));
    const { id, start } = await findKey(ctx, wanted);
    await renameApiKey(ctx, { id, name });
    const text = `The API key ${id} (${start}_…) is named “${name}”.`;
    print({ json: { id, name, start }, text }, options);
  });
}

/** `keystead key rename` */
export function declareKeyRename(parent: Command): void {
  parent
    .command("rename")
    .description("rename an API key; the key itself stays the same")
    .argument(...keyArgument)
    .option(...tenancyOfIdOption)
    .requiredOption("--name <name>", "new display name", parseName)
    .option("--json", "print one JSON document")
    .addHelpText("after", examples(`key rename ks_0123456789 --name "Shop, production"`))
    .action(rename);
}
