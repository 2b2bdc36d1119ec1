import { Marked } from "./marked";

/** For an element whose text stays in one line. It needs a `title` with the whole text. */
export const oneLineLook = "block max-w-full truncate";

/**
 * An email, a name or an id in one line, so that it is never broken inside its domain. An ellipsis
 * ends it where the column is too narrow; hover shows all of it, and copying copies all of it.
 */
export function OneLine({
  text,
  search,
  className = "",
}: {
  text: string;
  /** What the reader searched for. */
  search?: string | undefined;
  className?: string;
}) {
  return (
    <span title={text} className={`${oneLineLook} ${className}`}>
      <Marked text={text} search={search} />
    </span>
  );
}
