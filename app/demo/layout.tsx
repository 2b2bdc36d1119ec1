import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { WhatHappened } from "./what-happened";

export const metadata: Metadata = {
  title: { default: "Driftwood", template: "%s · Driftwood" },
  description: "A pretend customer of Keystead",
};

export default function DemoLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-3xl items-center justify-between gap-4 px-5 py-3.5">
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
          <p className="text-sm text-quiet">
            <span className="max-sm:sr-only">A pretend customer of </span>
            <Link href="/" className="text-accent underline underline-offset-4">
              Keystead
            </Link>
          </p>
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-3xl grow flex-col gap-8 px-5 py-10 sm:py-14">
        {children}
        <WhatHappened />
      </main>
    </div>
  );
}
