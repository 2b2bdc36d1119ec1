import { DownloadButton } from "@/app/console/download-button";
import { auditHref, type AuditSearch } from "./audit-search";

/** Links to exports of all matching events, not only this page. */
export function ExportLinks({ path, search }: { path: string; search: AuditSearch }) {
  const href = (format: string) =>
    `${auditHref(`${path}/export`, { ...search, before: undefined })}${Object.values({ ...search, before: undefined }).some(Boolean) ? "&" : "?"}format=${format}`;
  return (
    <>
      {["csv", "json"].map((format) => (
        <DownloadButton key={format} href={href(format)}>
          {format.toUpperCase()}
        </DownloadButton>
      ))}
    </>
  );
}
