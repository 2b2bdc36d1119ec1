"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { NavigationItem } from "./navigation";
import { navigationIcons } from "./navigation-icons";

/**
 * Whether the link leads to the current page or one of its parents. The overview is a parent of
 * every page, so only itself counts.
 */
const isCurrent = (path: string, { href, icon }: NavigationItem) =>
  path === href || (icon !== "overview" && path.startsWith(`${href}/`));

export function NavigationLinks({
  label,
  items,
}: {
  label: string;
  items: readonly NavigationItem[];
}) {
  const path = usePathname();
  return (
    <nav aria-label={label} className="flex flex-col gap-0.5">
      {items.map((item) => {
        const Icon = navigationIcons[item.icon];
        return (
          <Link
            key={item.href}
            href={item.href}
            aria-current={isCurrent(path, item) ? "page" : undefined}
            className={
              // With a mouse, all pages of an owner fit on a screen of 800 pixels.
              "flex min-h-10 items-center gap-3 rounded-lg px-3 text-sm font-medium text-quiet " +
              "lg:pointer-fine:min-h-8 " +
              "hover:bg-ink/5 hover:text-ink aria-[current=page]:bg-surface " +
              "aria-[current=page]:text-ink aria-[current=page]:shadow-xs " +
              "aria-[current=page]:[&_svg]:text-accent"
            }
          >
            <Icon aria-hidden className="size-4 shrink-0" />
            {item.label}
          </Link>
        );
      })}
    </nav>
  );
}
