"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

const contentId = "tab-content";

/**
 * Tabs that are links to pages. On phones they are one row that scrolls, and its faded edges show
 * that there are more. The current tab and the one with the focus are in view. A link that appears
 * when it has the focus skips them.
 */
export function TabLinks({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly { href: string; label: string }[];
}) {
  const path = usePathname();
  // A page below a tab's page belongs to the tab.
  const [current] = tabs
    .filter(({ href }) => `${path}/`.startsWith(`${href}/`))
    .toSorted((one, other) => other.href.length - one.href.length);
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const shown = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (row.current === null || !shown) return;
    // Not `scrollIntoView`, which scrolls the page, too.
    row.current.scrollLeft =
      shown.offsetLeft - row.current.offsetLeft - (row.current.clientWidth - shown.offsetWidth) / 2;
  }, [path]);
  return (
    <div className="flex min-w-0 flex-col">
      <a
        href={`#${contentId}`}
        className={
          "sr-only self-start focus:not-sr-only focus:rounded-lg focus:border focus:border-line " +
          "focus:bg-surface focus:px-3 focus:py-2 focus:text-sm"
        }
      >
        Skip the tabs
      </a>
      <nav
        ref={row}
        aria-label={label}
        className={
          "flex gap-x-1 border-line max-sm:-mx-4 max-sm:scroll-px-8 " +
          "max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none] " +
          "max-sm:[mask-image:linear-gradient(to_right,transparent,black_1.5rem,black_calc(100%-2.5rem),transparent)] " +
          "sm:flex-wrap sm:border-b"
        }
      >
        {tabs.map((tab) => (
          <Link
            key={tab.href}
            href={tab.href}
            aria-current={tab !== current ? undefined : path === tab.href ? "page" : "true"}
            className={
              "px-3 py-2.5 text-sm font-medium whitespace-nowrap text-quiet hover:text-ink " +
              "max-sm:focus-visible:-outline-offset-2 " +
              "aria-[current]:text-ink max-sm:rounded-lg max-sm:aria-[current]:bg-accent-soft " +
              "sm:-mb-px sm:border-b-2 sm:border-transparent sm:aria-[current]:border-accent"
            }
          >
            {tab.label}
          </Link>
        ))}
      </nav>
      <span id={contentId} tabIndex={-1} className="sr-only" />
    </div>
  );
}
