"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";

const contentId = "tab-content";

/**
 * Tabs that are links to pages. On phones they wrap, so that all of them are visible. A link that
 * appears when it has the focus skips them.
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
  return (
    <div className="flex flex-col">
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
        aria-label={label}
        className="flex flex-wrap gap-x-1 border-line max-sm:gap-y-1 sm:border-b"
      >
        {tabs.map((tab) => (
          <Link
            key={tab.href}
            href={tab.href}
            aria-current={tab !== current ? undefined : path === tab.href ? "page" : "true"}
            className={
              "px-3 py-2.5 text-sm font-medium whitespace-nowrap text-quiet hover:text-ink " +
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
