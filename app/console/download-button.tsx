"use client";

import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useDownload } from "./use-download";

/** A button that downloads a file of the console. */
export function DownloadButton({ href, children }: { href: string; children: ReactNode }) {
  const { download, isPending } = useDownload();
  return (
    <Button tone="secondary" pending={isPending} onClick={() => void download(href)}>
      {!isPending && <Download aria-hidden className="size-4" />}
      {children}
    </Button>
  );
}
