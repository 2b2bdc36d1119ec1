import { ChevronLeft, ChevronRight } from "lucide-react";
import { ButtonLink } from "./button";

interface Props {
  first: string | null;
  next: string | null;
  /** Where the page is in the list, such as "1–50 of 275". */
  range?: string | undefined;
}

/** Links to the first and the next page, with the current filters. Without one, only the range. */
export function Pager({ first, next, range }: Props) {
  if (first === null && next === null && range === undefined) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {range !== undefined && <p className="mr-auto text-sm text-quiet tabular-nums">{range}</p>}
      {first !== null && (
        <ButtonLink tone="secondary" href={first} className={range === undefined ? "mr-auto" : ""}>
          <ChevronLeft aria-hidden className="size-4" />
          First page
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink tone="secondary" href={next} className="ml-auto">
          Next page
          <ChevronRight aria-hidden className="size-4" />
        </ButtonLink>
      )}
    </nav>
  );
}
