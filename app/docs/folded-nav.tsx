"use client";

import { Menu } from "lucide-react";
import { type MouseEvent, useRef } from "react";
import type { NavigationSection } from "./navigation";
import { SideNav } from "./side-nav";

interface Props {
  sections: NavigationSection[];
  /** The console and the demo, which the header shows on wide screens only. */
  applications: { href: string; name: string }[];
}

/** The side navigation on narrow screens. Collapses after a link is followed. */
export function FoldedNav({ sections, applications }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const fold = ({ target }: MouseEvent) => {
    if (details.current !== null && target instanceof Element && target.closest("a") !== null)
      details.current.open = false;
  };
  return (
    <details ref={details} onClick={fold} className="border-b border-line lg:hidden">
      <summary
        className={
          "flex min-h-12 cursor-pointer list-none items-center gap-2.5 px-5 text-sm font-medium " +
          "[&::-webkit-details-marker]:hidden"
        }
      >
        <Menu aria-hidden className="size-4" />
        All pages
      </summary>
      <nav aria-label="All pages" className="px-3 pt-1 pb-6">
        <ul className="mb-5 flex gap-2 px-2.5 md:hidden">
          {applications.map(({ href, name }) => (
            <li key={href}>
              <a
                href={href}
                className={
                  "flex min-h-11 items-center rounded-lg border border-line bg-surface px-4 " +
                  "text-sm font-medium hover:border-control"
                }
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
        <SideNav sections={sections} />
      </nav>
    </details>
  );
}
