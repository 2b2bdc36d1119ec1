"use client";

import { Button } from "@/components/ui/button";
import { PageLinks } from "./landing/page-links";
import { TopBar } from "./landing/top-bar";

/** Shown when a page outside the console fails to render, such as while the database is unavailable. */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return (
    <>
      <TopBar />
      <main className="mx-auto flex max-w-6xl flex-col items-start gap-4 px-5 py-20 sm:px-8">
        <h1 className="text-3xl font-semibold tracking-tight">This page could not be loaded</h1>
        <p role="alert" className="text-pretty text-quiet">
          Nothing was changed. Try again in a moment, or open another page:
        </p>
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <PageLinks />
        {error.digest !== undefined && (
          <p className="text-sm text-quiet">
            If this continues, look in the server’s log for{" "}
            <code className="font-mono">{error.digest}</code>.
          </p>
        )}
      </main>
    </>
  );
}
