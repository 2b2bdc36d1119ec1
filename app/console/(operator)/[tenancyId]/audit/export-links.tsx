import { DownloadButton } from "@/app/console/download-button";
import { hrefOf } from "@/lib/console/list-search";
import type { AuditSearch } from "./audit-search";

/** Links to exports of all matching events, not only this page. */
export function ExportLinks({ path, search }: { path: string; search: AuditSearch }) {
  return (
    <>
      {["csv", "json"].map((format) => (
        <DownloadButton
          key={format}
          href={hrefOf(`${path}/export`, { ...search, after: undefined, format })}
        >
          Export {format.toUpperCase()}
        </DownloadButton>
      ))}
    </>
  );
}
