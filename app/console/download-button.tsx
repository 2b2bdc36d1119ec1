"use client";

import { Download } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { useDownload } from "./use-download";

/** A button that downloads a file of the console. */
export function DownloadButton({
  href,
  children,
  ...props
}: ComponentProps<typeof Button> & { href: string }) {
  const { download, isPending } = useDownload();
  return (
    <Button {...props} tone="secondary" pending={isPending} onClick={() => void download(href)}>
      {!isPending && <Download aria-hidden className="size-4" />}
      {children}
    </Button>
  );
}
