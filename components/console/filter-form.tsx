import { ListFilter, Search } from "lucide-react";
import { Button, ButtonLink } from "@/components/ui/button";
import { controlLook } from "@/components/ui/field-frame";
import { FilterChips } from "./filter-chips";
import { FilterControl, type FilterField } from "./filter-field";
import { SearchForm } from "./search-form";

interface Props {
  /** The accessible name, such as "Users". */
  label: string;
  /** The page of the list. */
  path: string;
  /** The list's search, as in its URL. A new search resets the fields. */
  values: Readonly<Record<string, string | undefined>>;
  isFiltered: boolean;
  search: { label: string; placeholder: string; name?: string };
  /** Parameters that stay as they are, such as the sort order. */
  keep?: readonly string[];
  /** The most used filters. Visible, but folded on a phone. */
  fields: readonly FilterField[];
  /** Further filters, folded unless one is set. */
  more?: readonly FilterField[];
  /** Filters without a field, which links of other pages set. */
  linked?: readonly FilterField[];
}

const summaryLook =
  "flex min-h-11 w-fit cursor-pointer items-center gap-2 rounded-lg text-sm font-medium";

// Browsers that can't style the content of a closed fold show the fold on every screen.
const foldLook =
  "min-w-0 max-sm:w-full sm:grow sm:basis-96 " +
  "sm:details-content:[content-visibility:visible] sm:details-content:block";
// On a phone, more filters wait until the filters are open: one fold at a time.
const moreLook =
  "w-full sm:order-last max-sm:hidden max-sm:group-has-[details[data-filters][open]]:block";
const foldSummaryLook = `${summaryLook} sm:supports-[selector(::details-content)]:hidden`;

function SearchField({
  label,
  placeholder,
  name = "q",
  value,
}: Props["search"] & { value: string }) {
  return (
    <div className="flex min-w-0 grow basis-48 flex-col gap-1.5">
      <label htmlFor="list-search" className="text-sm font-medium">
        {label}
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
          defaultValue={value}
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          className={`min-h-11 pr-3 !pl-9 ${controlLook}`}
        />
      </div>
    </div>
  );
}

/** A GET form: it works without JavaScript, and its URL can be shared. */
export function FilterForm({
  label,
  path,
  values,
  isFiltered,
  search,
  keep = [],
  fields,
  more = [],
  linked = [],
}: Props) {
  const kept = [...keep, ...linked.map(({ name }) => name)];
  const control = (field: FilterField) => (
    <FilterControl key={field.name} field={field} value={values[field.name] ?? ""} />
  );
  return (
    <SearchForm
      values={values}
      role="search"
      aria-label={label}
      action={path}
      className="group flex flex-col gap-3 rounded-2xl border border-line bg-surface p-4"
    >
      {kept.map((name) =>
        values[name] === undefined ? null : (
          <input key={name} type="hidden" name={name} value={values[name]} />
        ),
      )}
      <div className="flex flex-wrap items-end gap-3">
        <SearchField {...search} value={values[search.name ?? "q"] ?? ""} />
        <details data-filters className={foldLook}>
          <summary className={foldSummaryLook}>
            <ListFilter aria-hidden className="size-4 text-quiet" />
            Filters
          </summary>
          <div
            className={
              "grid grid-cols-2 items-end gap-3 max-sm:pt-2 " +
              "sm:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))]"
            }
          >
            {fields.map(control)}
          </div>
        </details>
        {/* Before the buttons, so that a phone ends with them. Wide screens show it below the fields. */}
        {more.length > 0 && (
          <details className={moreLook} open={more.some(({ name }) => values[name] !== undefined)}>
            <summary className={summaryLook}>
              <ListFilter aria-hidden className="size-4 text-quiet" />
              More filters
            </summary>
            <div className="grid gap-3 pt-2 sm:grid-cols-2 lg:grid-cols-4">{more.map(control)}</div>
          </details>
        )}
        <div className="flex gap-1 max-sm:w-full">
          <Button type="submit" className="max-sm:grow">
            Search
          </Button>
          {/* Keeps its place while hidden, so that the fields don't move. */}
          <ButtonLink
            tone="plain"
            href={path}
            className={isFiltered ? "" : "invisible max-sm:hidden"}
          >
            Clear
          </ButtonLink>
        </div>
      </div>
      <FilterChips path={path} values={values} fields={[...fields, ...more, ...linked]} />
    </SearchForm>
  );
}
