import { type Command, InvalidArgumentError } from "commander";
import { listErased } from "@/lib/domain/admin/backup/erase-again";
import { examples } from "./examples";
import { terminal } from "./terminal";
import { withService } from "./with-service";

interface Options {
  since?: number;
}

function parseTime(value: string): number {
  const ms = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(ms))
    throw new InvalidArgumentError(
      "Must be a UTC time such as 2026-12-01 or 2026-12-01T08:30:00Z.",
    );
  return ms;
}

async function list({ since }: Options): Promise<void> {
  await withService(async (service) => {
    for await (const record of listErased(service, since))
      terminal().stdout.write(`${JSON.stringify(record)}\n`);
  });
}

/** `keystead audit erased` */
export function declareAuditErased(parent: Command): void {
  parent
    .command("erased")
    .description(
      "list erased users and deleted tenancies by id, one JSON document a line, for restore --erased",
    )
    .option("--since <time>", "only later ones, such as those after a backup", parseTime)
    .addHelpText("after", examples("audit erased --since 2026-12-01 > /backups/erased.jsonl"))
    .action(list);
}
