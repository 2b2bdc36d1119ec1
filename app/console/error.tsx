"use client";

import { CloudAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** Shown when a page fails to render, such as while the database is unavailable. */
export default function ConsoleError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <div role="alert" className="mx-auto w-full max-w-2xl px-4 py-16">
      <h1 className="sr-only">Something went wrong</h1>
      <EmptyState
        icon={CloudAlert}
        title="This page could not be loaded"
        action={<Button onClick={reset}>Try again</Button>}
      >
        Nothing was changed. If this continues, look at the server’s log
        {error.digest === undefined ? "." : ` for ${error.digest}.`}
      </EmptyState>
    </div>
  );
}
