import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

interface Props {
  title: ReactNode;
  description?: ReactNode;
  /** The parent page. */
  back?: { href: string; label: string };
  /** Shown at the right, such as a create button. */
  action?: ReactNode;
}

/** Title, description and main action of a page. */
export function PageHeader({ title, description, back, action }: Props) {
  return (
    <header className="flex flex-col gap-2">
      {back && (
        <Link
          href={back.href}
          className="inline-flex items-center gap-1 self-start rounded text-sm text-quiet hover:text-ink"
        >
          <ChevronLeft aria-hidden className="size-4" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-col gap-1">
          <h1 className="text-2xl font-semibold tracking-tight break-words">{title}</h1>
          {description !== undefined && (
            <div className="max-w-prose text-pretty text-quiet">{description}</div>
          )}
        </div>
        {action !== undefined && <div className="flex flex-wrap gap-2">{action}</div>}
      </div>
    </header>
  );
}
