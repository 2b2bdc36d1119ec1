import { BookOpen } from "lucide-react";
import Link from "next/link";
import { type DocsSection, docsSections } from "./docs-sections";

/** A link to the section of the documentation that explains a card, which opens beside it. */
export function DocsLink({ to }: { to: DocsSection }) {
  const { href, label } = docsSections[to];
  return (
    <Link
      href={href}
      target="_blank"
      className={
        "mt-1 flex min-h-6 items-center gap-1.5 self-start text-sm text-quiet underline " +
        "decoration-control underline-offset-4 hover:text-ink"
      }
    >
      <BookOpen aria-hidden className="size-3.5 shrink-0" />
      {label}
    </Link>
  );
}
