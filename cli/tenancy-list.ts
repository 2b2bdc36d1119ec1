import type { Command } from "commander";
import { listTenancies } from "@/lib/domain/admin/tenancy/list-tenancies";
import { examples } from "./examples";
import { print, showTime, table } from "./print";
import { withService } from "./with-service";

interface Options {
  json?: true;
}

const head = ["ID", "NAME", "CLIENT ID", "ENVIRONMENT", "RP ID", "ORIGINS", "STATE", "CREATED"];

async function list(options: Options): Promise<void> {
  await withService(async (service) => {
    const tenancies = await listTenancies(service);
    const rows = tenancies.map((one) => [
      one.id,
      one.name,
      one.clientId,
      one.environment,
      one.rpId,
      one.allowedOrigins.join(" ") || "none",
      one.suspended ? "suspended" : "live",
      showTime(one.createdAt),
    ]);
    const text =
      rows.length === 0
        ? "No tenancies yet. Create one with: keystead tenancy create"
        : table([head, ...rows]);
    const json = tenancies.map((one) => ({
      ...one,
      state: one.suspended ? "suspended" : "live",
      enabled: !one.suspended,
    }));
    print({ json, text }, options);
  });
}

/** `keystead tenancy list` */
export function declareTenancyList(parent: Command): void {
  parent
    .command("list")
    .description("list the tenancies, oldest first")
    .option("--json", "print one JSON document; times in milliseconds")
    .addHelpText("after", examples("tenancy list"))
    .action(list);
}
