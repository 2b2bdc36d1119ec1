"use client";

import { toast } from "sonner";
import { prepareDownload } from "@/app/console/step-up-actions";
import { useAction } from "./use-action";

function start(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}

/**
 * Starts a download. Prompts for a passkey first if none was used recently, because a download
 * cannot prompt.
 */
export function useDownload(): { download: (href: string) => Promise<void>; isPending: boolean } {
  const { run, isPending } = useAction(prepareDownload, "download this export");

  async function download(href: string): Promise<void> {
    const result = await run({});
    if (result.ok) start(href);
    else if (result.needs === undefined) toast.error(result.error.message);
  }

  return { download, isPending };
}
