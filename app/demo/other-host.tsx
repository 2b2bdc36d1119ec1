"use client";

import { Notice } from "@/components/ui/notice";
import { isDemoHost, usePageAddress } from "./page-address";

/** Explains why passkeys fail on a page that was opened by another name than localhost. */
export function OtherHost() {
  const address = usePageAddress();
  if (address === undefined || isDemoHost(address.hostname)) return null;
  const target = `http://localhost${address.port === "" ? "" : `:${address.port}`}/demo`;
  return (
    <Notice tone="warning" title="The demo’s passkeys work only on localhost">
      You opened it as {address.host}. On the computer that runs Keystead, open{" "}
      <a href={target} className="text-accent underline underline-offset-4">
        {target}
      </a>
      .
    </Notice>
  );
}
