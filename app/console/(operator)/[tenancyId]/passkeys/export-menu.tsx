"use client";

import { Download } from "lucide-react";
import { useDownload } from "@/app/console/use-download";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuLabel } from "@/components/ui/menu";
import { hrefOf } from "@/lib/console/list-search";
import type { PasskeyFilter } from "@/lib/domain/passkey/passkey-filter";

/** Links to exports of all matching passkeys, not only this page. */
export function ExportMenu({ path, filter }: { path: string; filter: PasskeyFilter }) {
  const href = (format: string) => hrefOf(`${path}/export`, { ...filter, format });
  const { download, isPending } = useDownload();
  const trigger = (
    <Button tone="secondary" pending={isPending}>
      <Download aria-hidden className="size-4" />
      Export
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      <MenuLabel>All matching passkeys</MenuLabel>
      <MenuItem onSelect={() => void download(href("csv"))}>CSV, for spreadsheets</MenuItem>
      <MenuItem onSelect={() => void download(href("json"))}>JSON, for programs</MenuItem>
    </Menu>
  );
}
