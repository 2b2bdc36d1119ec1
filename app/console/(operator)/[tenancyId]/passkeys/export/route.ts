import { consoleDownload, formatOf } from "@/lib/console/console-download";
import { csvOf } from "@/lib/console/csv";
import { jsonArrayOf } from "@/lib/console/json-array-of";
import { exportPasskeys } from "@/lib/domain/passkey/search/filter-passkeys";
import { PasskeyFilter } from "@/lib/domain/passkey/search/passkey-filter";
import { flatten, passkeyColumns } from "./passkey-columns";

/** Exports every passkey that matches the query's filter, as CSV or JSON. */
export const GET = consoleDownload("passkey.export", async (ctx, request) => {
  const filter = PasskeyFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  const format = formatOf(request);
  const pages = await exportPasskeys(ctx, filter);
  return {
    name: `passkeys-${ctx.tenancy.id}`,
    format,
    texts: format === "csv" ? csvOf(passkeyColumns, pages) : jsonArrayOf(flatten(pages)),
  };
});
