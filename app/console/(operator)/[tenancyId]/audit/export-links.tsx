import { Download } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { auditHref, type AuditSearch } from "./audit-search";

/** Files of everything that the filters show, not of this page alone. */
export function ExportLinks({ path, search }: { path: string; search: AuditSearch }) {
  const href = (format: string) => `${auditHref(`${path}/export`, { ...search, before: undefined })}${Object.values({ ...search, before: undefined }).some(Boolean) ? "&" : "?"}format=${format}`;
  return (
    <>
      {["csv", "json"].map((format) => (
        <ButtonLink key={format} tone="secondary" href={href(format)} prefetch={false} download>
          <Download aria-hidden className="size-4" />
          {format.toUpperCase()}
        </ButtonLink>
      ))}
    </>
  );
}
