import type { Command } from "commander";
import { deleteTenancy } from "@/lib/domain/admin/tenancy/delete-tenancy";
import { badRequest } from "@/lib/errors";
import { examples } from "./examples";
import { print } from "./print";
import { selectTenancy, tenancyOption } from "./select-tenancy";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  confirm: string;
  json?: true;
}

async function remove({ tenancy, confirm, ...options }: Options): Promise<void> {
  await withService(async (service) => {
    const ctx = await selectTenancy(service, tenancy);
    const { id, name } = ctx.tenancy;
    if (confirm.trim() !== name)
      throw badRequest(
        "tenancy delete",
        `--confirm isn't the name of the tenancy ${id}. Nothing was deleted.`,
      );
    await deleteTenancy(ctx, { name: confirm });
    const text = `The tenancy ${id} (${name}) is deleted. Its users and backends have no access any more.`;
    print({ json: { id, name, state: "deleted", enabled: false }, text }, options);
  });
}

/** `keystead tenancy delete` */
export function declareTenancyDelete(parent: Command): void {
  parent
    .command("delete")
    .description("delete a tenancy with its users, passkeys and API keys, permanently")
    .requiredOption("--confirm <name>", "the tenancy's name")
    .option(...tenancyOption)
    .option("--json", "print one JSON document")
    .addHelpText("after", examples('tenancy delete --confirm "Shop"'))
    .action(remove);
}
