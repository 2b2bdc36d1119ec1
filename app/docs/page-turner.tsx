import { ArrowLeft, ArrowRight } from "lucide-react";
import Link from "next/link";
import { findNeighbors } from "./navigation";

const look =
  "flex min-w-0 items-center gap-4 rounded-xl border border-line bg-surface px-5 py-4 " +
  "hover:border-control";

/** Links to the previous and the next page, in reading order. */
export function PageTurner({ href }: { href: string }) {
  const { previous, next } = findNeighbors(href);
  return (
    <nav aria-label="Previous and next page" className="mt-10 grid gap-3 sm:grid-cols-2">
      {previous !== undefined && (
        <Link href={previous.href} prefetch={false} rel="prev" className={look}>
          <ArrowLeft aria-hidden className="size-5 shrink-0 text-accent" />
          <span className="min-w-0">
            <span className="block text-sm text-quiet">Previous</span>
            <span className="font-medium">{previous.label}</span>
          </span>
        </Link>
      )}
      {next !== undefined && (
        <Link
          href={next.href}
          prefetch={false}
          rel="next"
          className={`${look} justify-end text-right sm:col-start-2`}
        >
          <span className="min-w-0">
            <span className="block text-sm text-quiet">Next</span>
            <span className="font-medium">{next.label}</span>
          </span>
          <ArrowRight aria-hidden className="size-5 shrink-0 text-accent" />
        </Link>
      )}
    </nav>
  );
}
