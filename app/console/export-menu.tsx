"use client";

import { Download } from "lucide-react";
import { pageAction, type PageActionKey } from "@/app/console/palette/page-action";
import { useDownload } from "@/app/console/use-download";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuLabel } from "@/components/ui/menu";

/** Downloads all matching entries of a list, not only this page. */
export function ExportMenu({
  action,
  label,
  csv,
  json,
}: {
  action: PageActionKey;
  /** What is exported, such as "All matching events". */
  label: string;
  /** The files' addresses. */
  csv: string;
  json: string;
}) {
  const { download, isPending } = useDownload();
  const trigger = (
    <Button
      {...pageAction(action)}
      tone="secondary"
      pending={isPending}
      className="!min-h-10 text-sm"
    >
      <Download aria-hidden className="size-4" />
      Export
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      <MenuLabel>{label}</MenuLabel>
      <MenuItem onSelect={() => void download(csv)}>CSV, for spreadsheets</MenuItem>
      <MenuItem onSelect={() => void download(json)}>JSON, for programs</MenuItem>
    </Menu>
  );
}
