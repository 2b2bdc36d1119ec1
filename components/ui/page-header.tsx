import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Breakable } from "./breakable";
import { Listening } from "./listening";

interface Props {
  title: ReactNode;
  /** The state of what the page is about, beside the title. */
  badge?: ReactNode;
  description?: ReactNode;
  /** The page above. */
  back?: { href: string; label: string };
  /** A page between it and this one. */
  parent?: { href: string; label: string };
  /** Shown at the right, such as a create button. */
  action?: ReactNode;
  /** For a page that shows its actions elsewhere on phones. */
  hidesActionOnPhones?: boolean;
}

const linkLook = "rounded hover:text-ink hover:underline";

/** Title, description and main action of a page. */
export function PageHeader({
  title,
  badge,
  description,
  back,
  parent,
  action,
  hidesActionOnPhones = false,
}: Props) {
  return (
    <header className="flex flex-col gap-2">
      {back && (
        <nav
          aria-label="Breadcrumb"
          className="flex flex-wrap items-center gap-x-2 text-sm break-words text-quiet"
        >
          <Link href={back.href} className={`inline-flex items-center gap-1 ${linkLook}`}>
            <ChevronLeft aria-hidden className="size-4" />
            {back.label}
          </Link>
          {parent && (
            <>
              <span aria-hidden>/</span>
              <Link href={parent.href} className={`min-w-0 ${linkLook}`}>
                <Breakable text={parent.label} />
              </Link>
            </>
          )}
        </nav>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 lg:flex-nowrap">
        <div className="flex min-w-0 flex-col gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h1 className="min-w-0 rounded text-2xl font-semibold tracking-tight break-words">
              {typeof title === "string" ? <Breakable text={title} /> : title}
            </h1>
            {badge}
          </div>
          {description !== undefined && (
            <div className="max-w-prose text-pretty text-quiet">{description}</div>
          )}
        </div>
        {action !== undefined && (
          <div
            className={`flex flex-wrap gap-2 lg:shrink-0 ${hidesActionOnPhones ? "max-sm:hidden" : ""}`}
          >
            {action}
          </div>
        )}
      </div>
      {/* Pages with a skeleton arrive after the frame around them. */}
      <Listening />
    </header>
  );
}
