import { consoleDownload, formatOf } from "@/lib/console/console-download";
import { csvOf } from "@/lib/console/csv";
import { jsonArrayOf } from "@/lib/console/json-array";
import { exportPasskeys } from "@/lib/domain/passkey/export-passkeys";
import { PasskeyFilter } from "@/lib/domain/passkey/passkey-filter";
import { flatten, passkeyColumns } from "./passkey-columns";

interface Props {
  params: Promise<{ tenancyId: string }>;
}

/** Every passkey that the filter of the address leaves, whichever page is shown; CSV or JSON. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { tenancyId } = await params;
  const filter = PasskeyFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  return consoleDownload({ request, tenancyId, permission: "passkey.export" }, async (ctx) => {
    const format = formatOf(request);
    const pages = await exportPasskeys(ctx, filter);
    return { name: `passkeys-${tenancyId}`, format, texts: format === "csv" ? csvOf(passkeyColumns, pages) : jsonArrayOf(flatten(pages)) };
  });
}
