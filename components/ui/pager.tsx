import { ChevronLeft, ChevronRight } from "lucide-react";
import { ButtonLink } from "./button";

/** Links to the first and the next page, with the current filters. Hidden if there is one page. */
export function Pager({ first, next }: { first: string | null; next: string | null }) {
  if (first === null && next === null) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-2">
      {first === null ? (
        <span />
      ) : (
        <ButtonLink tone="secondary" href={first}>
          <ChevronLeft aria-hidden className="size-4" />
          First page
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink tone="secondary" href={next}>
          Next page
          <ChevronRight aria-hidden className="size-4" />
        </ButtonLink>
      )}
    </nav>
  );
}
