import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Breakable } from "@/components/ui/breakable";

/** The heading of a page about one webhook, below the tabs of the settings. */
export function BackLink({
  to,
  title,
  badge,
  action,
}: {
  /** The page above. */
  to: { href: string; label: string };
  title: string;
  badge?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-1">
      <nav aria-label="Breadcrumb" className="text-sm text-quiet">
        <Link
          href={to.href}
          className="inline-flex items-center gap-1 rounded hover:text-ink hover:underline"
        >
          <ChevronLeft aria-hidden className="size-4" />
          {to.label}
        </Link>
      </nav>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 className="min-w-0 text-lg font-semibold tracking-tight break-words">
            <Breakable text={title} />
          </h2>
          {badge}
        </div>
        {action}
      </div>
    </div>
  );
}
