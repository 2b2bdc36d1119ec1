"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/** Tabs that are links to pages. */
export function TabLinks({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { href: string; label: string }[];
}) {
  const path = usePathname();
  const nav = useRef<HTMLElement>(null);
  // Not all tabs fit on a phone.
  useEffect(() => {
    nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [path]);
  return (
    <nav ref={nav} aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={path === tab.href ? "page" : undefined}
          className={
            "-mb-px border-b-2 border-transparent px-3 py-2.5 text-sm font-medium " +
            "whitespace-nowrap text-quiet hover:text-ink aria-[current=page]:border-accent " +
            "aria-[current=page]:text-ink"
          }
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
