import { writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Command } from "commander";
import { exportConfiguration } from "@/lib/domain/admin/configuration/export-configuration";
import { listTenancies } from "@/lib/domain/admin/tenancy/list-tenancies";
import { findLogo } from "@/lib/domain/admin/tenancy/set-branding";
import type { Service } from "@/lib/domain/base/context";
import { badRequest } from "@/lib/errors";
import { examples } from "./command";
import { countOf, note, print } from "./print";
import { selectTenancy } from "./select-tenancy";
import { withService } from "./with-service";

interface Options {
  tenancy?: string;
  output?: string;
}

async function write(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(file, content).catch((error: NodeJS.ErrnoException) => {
    throw badRequest("--output", `${file} can't be written (${error.code}).`);
  });
}

/** Writes the tenancy's logo beside the output, and returns its name; undefined without one. */
async function writeLogo(service: Service, id: string, output: string | undefined) {
  const logo = await findLogo(service, id);
  if (logo === undefined) return undefined;
  if (output === undefined) {
    note(`The logo of the tenancy ${id} is left out. --output writes it beside the file.`);
    return undefined;
  }
  const file = join(dirname(output), `${id}.${basename(logo.type)}`);
  await write(file, logo.bytes);
  return basename(file);
}

async function exportConfig({ tenancy, output }: Options): Promise<void> {
  await withService(async (service) => {
    const ids =
      tenancy === undefined ? (await listTenancies(service)).map(({ id }) => id) : [tenancy];
    const documents: string[] = [];
    for (const id of ids) {
      const ctx = await selectTenancy(service, id);
      const { text, omitted } = await exportConfiguration(
        ctx,
        await writeLogo(service, id, output),
      );
      documents.push(text);
      for (const name of omitted)
        note(`Left out ${name} of the tenancy ${id}: the file can't have it.`);
    }
    const schema = `# yaml-language-server: $schema=${service.baseUrl}/schemas/config.json`;
    const text = [schema, documents.join("---\n").trimEnd()].join("\n");
    if (output === undefined) return print({ json: null, text }, {});
    await write(output, `${text}\n`);
    const count = countOf(ids.length, "tenancy", "tenancies");
    print({ json: null, text: `Wrote ${count} to ${output}.` }, {});
  });
}

/** `keystead export-config` */
export function declareExportConfig(parent: Command): void {
  parent
    .command("export-config")
    .description("write tenancies as the file that apply reads, without secrets")
    .option("--tenancy <id>", "only this tenancy")
    .option("--output <file>", "write this file, and logos beside it, instead of standard output")
    .addHelpText("after", examples("export-config --output keystead.yaml"))
    .action(exportConfig);
}
