"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { Breakable } from "@/components/ui/breakable";
import { MethodBadge } from "./method-badge";
import type { NavigationLink, NavigationSection } from "./navigation";

function Entry({ link, isCurrent }: { link: NavigationLink; isCurrent: boolean }) {
  return (
    <Link
      href={link.href}
      prefetch={false}
      aria-current={isCurrent ? "page" : undefined}
      className={
        "flex min-h-8 items-center gap-2 rounded-md px-2.5 py-1 text-sm hover:bg-sunken hover:text-ink " +
        `${link.isInner ? "ml-2.5" : ""} ` +
        (isCurrent ? "bg-accent-soft font-medium text-accent" : "text-quiet")
      }
    >
      {link.method !== undefined && <MethodBadge method={link.method} isSmall />}
      <span
        className={
          link.method === undefined ? "" : "min-w-0 font-mono text-xs [overflow-wrap:anywhere]"
        }
      >
        {link.method === undefined ? link.label : <Breakable text={link.label} />}
      </span>
    </Link>
  );
}

/** Scrolls the list around the current page's link into view, but not the page. */
function scrollToCurrent(list: HTMLElement | null): void {
  const scrolled = list?.parentElement;
  const current = list?.querySelector("[aria-current]");
  if (!scrolled || !current) return;
  const outer = scrolled.getBoundingClientRect();
  const inner = current.getBoundingClientRect();
  if (inner.top >= outer.top && inner.bottom <= outer.bottom) return;
  scrolled.scrollTop += inner.top - outer.top - outer.height / 3;
}

/** Lists guides and reference pages, and the endpoints of the current page. */
export function SideNav({ sections }: { sections: NavigationSection[] }) {
  const path = usePathname();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => scrollToCurrent(list.current), [path]);
  const isShown = ({ href, isInner }: NavigationLink) =>
    isInner !== true || href.startsWith(`${path}#`);
  return (
    <div ref={list} className="flex flex-col gap-5">
      {sections.map(({ title, links }) => (
        <div key={title}>
          <p className="px-2.5 pb-1.5 text-sm font-semibold">{title}</p>
          <ul className="flex flex-col gap-0.5">
            {links.filter(isShown).map((link) => (
              <li key={link.href}>
                <Entry link={link} isCurrent={path === link.href} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
