import { X } from "lucide-react";
import Link from "next/link";
import { type FilterField, wordsOf } from "./filter-field";

interface Props {
  path: string;
  values: Readonly<Record<string, string | undefined>>;
  fields: readonly FilterField[];
  /** Names of fields that show their value themselves, except while they are folded on a phone. */
  visible: ReadonlySet<string>;
}

const hiddenLook = "sm:hidden max-sm:group-has-[details[data-filters][open]]:hidden";

function hrefWithout({ path, values }: Props, name: string): string {
  const others = Object.entries(values).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && entry[0] !== name && entry[0] !== "after",
  );
  return others.length === 0 ? path : `${path}?${new URLSearchParams(others).toString()}`;
}

/**
 * The active filters whose fields aren't visible. A click removes one of them and starts at the first
 * page.
 */
export function FilterChips(props: Props) {
  const active = props.fields.flatMap((field) => {
    const value = props.values[field.name];
    return value === undefined ? [] : [{ field, value }];
  });
  if (active.length === 0) return null;
  const isVisible = ({ field }: { field: FilterField }) => props.visible.has(field.name);
  return (
    <ul
      aria-label="Active filters"
      className={`flex flex-wrap gap-2 ${active.every(isVisible) ? hiddenLook : ""}`}
    >
      {active.map(({ field, value }) => (
        <li key={field.name} className={`min-w-0 ${isVisible({ field }) ? hiddenLook : ""}`}>
          <Link
            href={hrefWithout(props, field.name)}
            scroll={false}
            className={
              "flex min-h-7 items-center gap-1.5 rounded-full bg-accent-soft py-0.5 pr-2.5 pl-3 " +
              "text-sm text-accent hover:underline"
            }
          >
            <span className="sr-only">Remove filter</span>
            <span className="min-w-0 break-words">
              {field.label}: <span className="font-medium">{wordsOf(field, value)}</span>
            </span>
            <X aria-hidden className="size-3.5 shrink-0" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
