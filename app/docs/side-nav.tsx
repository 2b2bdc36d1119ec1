"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { MethodBadge } from "./method-badge";
import type { NavigationLink, NavigationSection } from "./navigation";

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

function fits({ label, words, method = "" }: NavigationLink, wanted: string[]): boolean {
  const text = `${method} ${label} ${words}`.toLowerCase();
  return wanted.every((word) => text.includes(word));
}

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
        {link.label}
      </span>
    </Link>
  );
}

/**
 * Lists guides and endpoints. Typing filters them, arrow keys move the focus, and "/" focuses the
 * filter.
 */
export function SideNav({ sections }: { sections: NavigationSection[] }) {
  const path = usePathname();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useState("");
  const wanted = filter.toLowerCase().split(/\s+/).filter(Boolean);

  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (
        event.key !== "/" ||
        event.ctrlKey ||
        event.metaKey ||
        isTyping(event.target) ||
        field.current?.offsetParent === null
      )
        return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, []);

  function walk(event: KeyboardEvent) {
    if (event.key === "Escape" && filter !== "") {
      setFilter("");
      field.current?.focus();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const stops = [field.current, ...(list.current?.querySelectorAll("a") ?? [])];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    event.preventDefault();
    stops[
      Math.min(stops.length - 1, Math.max(0, at + (event.key === "ArrowDown" ? 1 : -1)))
    ]?.focus();
  }

  const isShown = (link: NavigationLink) =>
    wanted.length > 0
      ? fits(link, wanted)
      : link.isInner !== true || link.href.startsWith(`${path}#`);
  const shown = sections
    .map(({ title, links }) => ({ title, links: links.filter(isShown) }))
    .filter(({ links }) => links.length > 0);
  const count = shown.reduce((sum, { links }) => sum + links.length, 0);
  return (
    <div onKeyDown={walk} className="flex flex-col gap-5">
      <div className="noscript:hidden">
        <label htmlFor={id} className="sr-only">
          Filter guides and endpoints
        </label>
        <div className="relative">
          <input
            ref={field}
            id={id}
            type="search"
            value={filter}
            placeholder="Filter"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setFilter(event.target.value)}
            className={
              "peer min-h-10 w-full rounded-lg border border-control bg-surface px-3 pr-9 " +
              "text-base text-ink placeholder:text-quiet sm:text-sm " +
              "[&::-webkit-search-cancel-button]:hidden"
            }
          />
          <kbd
            aria-hidden
            className={
              "pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 rounded-sm " +
              "border border-line px-1.5 font-mono text-xs text-quiet peer-focus:hidden " +
              "max-lg:hidden"
            }
          >
            /
          </kbd>
        </div>
        <p role="status" className="sr-only">
          {wanted.length === 0 ? "" : `${count} found`}
        </p>
      </div>
      <div ref={list} className="flex flex-col gap-5">
        {shown.map(({ title, links }) => (
          <div key={title}>
            <p className="px-2.5 pb-1.5 text-sm font-semibold">{title}</p>
            <ul className="flex flex-col gap-0.5">
              {links.map((link) => (
                <li key={link.href}>
                  <Entry link={link} isCurrent={path === link.href} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        {count === 0 && (
          <p className="px-2.5 text-sm text-quiet">
            Nothing is called that. Try a path, a method or a word of a guide.
          </p>
        )}
      </div>
    </div>
  );
}
