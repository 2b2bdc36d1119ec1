"use client";

import { useEffect, useRef, useState } from "react";

interface Props {
  entries: { id: string; label: string }[];
}

/** Below the page's sticky header, a heading starts its section. */
const headingLine = 120;

/** Returns the heading whose section the reader sees: the last one above the line. */
function findCurrent(ids: string[]): string | undefined {
  const { scrollHeight } = document.documentElement;
  if (scrollY > 0 && innerHeight + scrollY >= scrollHeight - 2) return ids.at(-1);
  return ids.findLast(
    (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < headingLine,
  );
}

function useCurrentHeading({ entries }: Props): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const ids = entries.map(({ id }) => id);
    let frame: number | undefined;
    const update = () => {
      frame = undefined;
      setCurrent(findCurrent(ids));
    };
    const schedule = () => {
      frame ??= requestAnimationFrame(update);
    };
    schedule();
    addEventListener("scroll", schedule, { passive: true });
    addEventListener("resize", schedule);
    return () => {
      removeEventListener("scroll", schedule);
      removeEventListener("resize", schedule);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [entries]);
  return current;
}

/** Scrolls the list, but not the page, so that the current heading's link is visible. */
function scrollTo(list: HTMLElement | null): void {
  const link = list?.querySelector<HTMLElement>("[aria-current]");
  if (!list || !link) return;
  const outer = list.getBoundingClientRect();
  const inner = link.getBoundingClientRect();
  if (inner.top < outer.top || inner.bottom > outer.bottom)
    list.scrollTop += inner.top - outer.top - outer.height / 2;
}

/** The page's headings beside it on wide screens. The current one follows the scroll. */
export function OnThisPage({ entries }: Props) {
  const list = useRef<HTMLElement>(null);
  const current = useCurrentHeading({ entries });
  useEffect(() => scrollTo(list.current), [current]);
  if (entries.length < 2) return null;
  return (
    <nav
      ref={list}
      aria-label="On this page"
      className={
        "sticky top-24 hidden max-h-[calc(100dvh-8rem)] w-56 shrink-0 self-start " +
        "overflow-y-auto pl-px text-sm xl:block"
      }
    >
      <p className="pb-2 font-semibold">On this page</p>
      <ul className="flex flex-col gap-1.5 border-l border-line">
        {entries.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? "location" : undefined}
              className={
                "-ml-px block rounded-sm border-l-2 border-transparent py-0.5 pl-3 text-quiet " +
                "hover:border-accent hover:text-ink focus-visible:-outline-offset-2 " +
                "aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-accent"
              }
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The page's headings above its text, where there is no room beside it. */
export function FoldedOnThisPage({ entries }: Props) {
  if (entries.length < 2) return null;
  return (
    <details className="rounded-lg border border-line bg-surface text-sm xl:hidden">
      <summary className="flex min-h-11 cursor-pointer items-center rounded-lg px-3.5 font-medium">
        On this page
      </summary>
      <ul className="border-t border-line px-3.5 py-1.5">
        {entries.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-10 items-center rounded-sm text-quiet hover:text-ink"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
