import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { CallLog } from "./call-log";
import { OtherHost } from "./other-host";

export const metadata: Metadata = {
  title: { default: "Driftwood", template: "%s · Driftwood" },
  description: "An example application that signs its users in with Keystead",
};

export default function DemoLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-7xl items-center justify-between gap-4 px-5 py-3.5">
          <Link
            href="/demo/login"
            className="flex items-center gap-2.5 font-semibold tracking-tight"
          >
            <svg
              aria-hidden
              viewBox="0 0 32 32"
              className="size-7 text-accent"
              fill="none"
              stroke="currentColor"
              strokeWidth="2.4"
              strokeLinecap="round"
            >
              <path d="M3 20c4-4 7-4 10 0s7 4 10 0 4-3 6-2" />
              <path d="M6 13c6-1 12-5 19-6M9 12l-2-4M17 10l3 4" />
            </svg>
            Driftwood
          </Link>
          <nav aria-label="Keystead" className="flex gap-x-5 text-sm">
            <Link href="/docs" className="text-accent underline underline-offset-4">
              Docs
            </Link>
            <Link href="/" className="text-accent underline underline-offset-4">
              Keystead
            </Link>
          </nav>
        </div>
        <div className="border-t border-line bg-sunken">
          <div className="mx-auto flex max-w-7xl flex-col gap-4 px-5 py-3">
            <p className="text-sm text-pretty text-quiet">
              Driftwood is an example application that signs its users in with Keystead, and this
              page lists{" "}
              <a href="#call-log" className="text-accent underline underline-offset-4">
                every API call
              </a>{" "}
              that it makes.
            </p>
            <OtherHost />
          </div>
        </div>
      </header>
      <div
        className={
          "mx-auto grid w-full max-w-7xl grow grid-cols-1 content-start items-start gap-x-10 " +
          "gap-y-8 px-5 py-8 sm:py-10 lg:grid-cols-[minmax(0,1fr)_26rem]"
        }
      >
        <main className="mx-auto flex w-full min-w-0 max-w-3xl flex-col gap-8">{children}</main>
        <aside aria-label="API calls" className="min-w-0 lg:sticky lg:top-6">
          <CallLog />
        </aside>
      </div>
    </div>
  );
}
