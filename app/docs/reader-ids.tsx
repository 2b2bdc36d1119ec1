"use client";

import { useEffect, useId, useSyncExternalStore } from "react";
import {
  chooseTenancy,
  offerDemo,
  type ReaderTenancy,
  readNoReader,
  readReader,
  reloadReader,
  subscribeToReader,
} from "./reader-tenancy";
import { InlineCode, TextLink } from "./text";

/** Says whose ids the examples of this page show, and lets the reader choose another tenancy. */
export function ReaderIds({ demo }: { demo: ReaderTenancy | undefined }) {
  const id = useId();
  const { tenancies, chosen } = useSyncExternalStore(subscribeToReader, readReader, readNoReader);
  useEffect(() => {
    if (demo !== undefined) offerDemo(demo);
  }, [demo]);
  useEffect(() => {
    window.addEventListener("focus", reloadReader);
    return () => window.removeEventListener("focus", reloadReader);
  }, []);
  return (
    <div
      className={
        "flex min-h-14 max-w-3xl flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border " +
        "border-line bg-surface px-3.5 py-1.5 text-sm"
      }
    >
      {chosen === undefined ? (
        <p className="text-pretty text-quiet">
          Replace <InlineCode>YOUR_TENANCY_ID</InlineCode> in the examples.{" "}
          <TextLink href="/console/sign-in">Sign in to the console</TextLink> to see your own ids
          here.
        </p>
      ) : (
        <>
          <label htmlFor={id} className="text-quiet">
            Examples show the ids of
          </label>
          <select
            id={id}
            value={chosen.tenancyId}
            onChange={(event) => chooseTenancy(event.target.value)}
            className={
              "min-h-9 max-w-full min-w-0 truncate rounded-md border border-control bg-surface " +
              "px-2 text-ink"
            }
          >
            {tenancies.map(({ tenancyId, name }) => (
              <option key={tenancyId} value={tenancyId}>
                {name}
              </option>
            ))}
          </select>
        </>
      )}
    </div>
  );
}
