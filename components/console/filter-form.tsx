import { ListFilter, Search } from "lucide-react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { controlLook } from "@/components/ui/field-frame";

interface Props {
  /** The accessible name, such as "Users". */
  label: string;
  /** The page of the list. */
  path: string;
  /** The list's search, as in its URL. A new search resets the fields. */
  values: Readonly<Record<string, string | undefined>>;
  isFiltered: boolean;
  search?: { label: string; placeholder: string; name?: string };
  /** Parameters that stay as they are, such as the sort order. */
  keep?: readonly string[];
  /** Fields that are always visible, each with its value as `defaultValue`. */
  children?: ReactNode;
  /** Further fields behind a summary. */
  more?: { fields: ReactNode; chosen: number };
}

const fieldsLook =
  "grid min-w-0 grow basis-80 grid-cols-2 items-end gap-3 " +
  "sm:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))]";

/** A plain GET form: it works without JavaScript, and its URL can be shared. */
export function FilterForm({
  label,
  path,
  values,
  isFiltered,
  search,
  keep = [],
  children,
  more,
}: Props) {
  const name = search?.name ?? "q";
  return (
    <form
      key={JSON.stringify(values)}
      role="search"
      aria-label={label}
      action={path}
      className="flex flex-col gap-3 rounded-2xl border border-line bg-surface p-4"
    >
      {keep.map((kept) =>
        values[kept] === undefined ? null : (
          <input key={kept} type="hidden" name={kept} value={values[kept]} />
        ),
      )}
      <div className="flex flex-wrap items-end gap-3">
        {search && (
          <div className="flex min-w-0 grow basis-48 flex-col gap-1.5">
            <label htmlFor="list-search" className="text-sm font-medium">
              {search.label}
            </label>
            <div className="relative">
              <Search
                aria-hidden
                className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-quiet"
              />
              <input
                id="list-search"
                type="search"
                name={name}
                defaultValue={values[name] ?? ""}
                maxLength={254}
                autoComplete="off"
                spellCheck={false}
                placeholder={search.placeholder}
                className={`min-h-11 pr-3 !pl-9 ${controlLook}`}
              />
            </div>
          </div>
        )}
        {children !== undefined && <div className={fieldsLook}>{children}</div>}
        <div className={`flex gap-1 ${children === undefined ? "" : "max-sm:w-full"}`}>
          <Button type="submit" className="max-sm:grow">
            Show
          </Button>
          {isFiltered && (
            <ButtonLink tone="plain" href={path}>
              Clear
            </ButtonLink>
          )}
        </div>
      </div>
      {more && (
        <details open={more.chosen > 0}>
          <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2 rounded-lg text-sm font-medium">
            <ListFilter aria-hidden className="size-4 text-quiet" />
            Filters{more.chosen > 0 && ` (${more.chosen})`}
          </summary>
          <div className="grid gap-3 pt-2 sm:grid-cols-2 lg:grid-cols-4">{more.fields}</div>
        </details>
      )}
    </form>
  );
}
