"use client";

import { useEffect, useState } from "react";

// While an operator types, not every letter is a request.
const pauseMs = 150;

/** Fetches a page's preview. Keeps the last one until the next one is there. */
export function useHostedPage(address: string): string | undefined {
  const [html, setHtml] = useState<string>();
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      void fetch(address, { signal: controller.signal })
        .then(async (response) => (await response.json()) as { html: string })
        .then(
          (page) => setHtml(page.html),
          () => undefined,
        );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [address]);
  return html;
}
