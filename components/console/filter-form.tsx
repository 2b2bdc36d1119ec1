import { ListFilter, LoaderCircle, Search } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
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
  /** Further filters, in a panel. */
  more?: readonly FilterField[];
  /** Filters without a field, which links of other pages set. */
  linked?: readonly FilterField[];
  /** Names of filters whose value the page shows elsewhere. */
  elsewhere?: readonly string[];
}

const summaryLook =
  "flex min-h-11 w-fit cursor-pointer items-center gap-2 rounded-lg text-sm font-medium sm:min-h-10";

// Browsers that can't style the content of a closed fold show the fold on every screen.
const foldLook =
  "min-w-0 max-sm:open:w-full sm:grow sm:basis-[22rem] " +
  "sm:details-content:[content-visibility:visible] sm:details-content:block";
// On a phone, more filters wait until the filters are open: one fold at a time.
const moreLook =
  "sm:relative max-sm:w-full max-sm:hidden max-sm:group-has-[details[data-filters][open]]:block";
const panelLook =
  "grid gap-3 pt-2 sm:absolute sm:top-full sm:right-0 sm:z-20 sm:mt-1 sm:w-72 sm:rounded-xl " +
  "sm:border sm:border-line sm:bg-surface sm:p-4 sm:shadow-xl";
const foldSummaryLook = `${summaryLook} sm:supports-[selector(::details-content)]:hidden`;
const iconLook =
  "absolute inset-y-0 left-0 grid w-10 place-items-center rounded-lg text-quiet hover:text-ink";

/** The text of the search. Its icon is the form's button. */
function SearchField({
  label,
  placeholder,
  name = "q",
  value,
}: Props["search"] & { value: string }) {
  return (
    <div className="relative min-w-0 grow basis-44">
      <label htmlFor="list-search" className="sr-only">
        {label}
      </label>
      <input
        id="list-search"
        type="search"
        name={name}
        defaultValue={value}
        data-value={value}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        className={`min-h-11 pr-3 !pl-10 text-ellipsis sm:min-h-10 sm:text-sm ${controlLook}`}
      />
      <button type="submit" aria-label="Search" title="Search" className={iconLook}>
        <Search aria-hidden className="size-4 group-aria-busy:hidden" />
        <LoaderCircle
          aria-hidden
          className="hidden size-4 animate-spin group-aria-busy:block motion-reduce:animate-none"
        />
      </button>
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
  elsewhere = [],
}: Props) {
  const kept = [...keep, ...linked.map(({ name }) => name)];
  const controlOf = (isCompact: boolean) =>
    function control(field: FilterField) {
      const value = values[field.name] ?? "";
      return <FilterControl key={field.name} {...{ field, value, isCompact }} />;
    };
  return (
    <SearchForm
      values={values}
      role="search"
      aria-label={label}
      action={path}
      className="group flex flex-col gap-2"
    >
      {kept.map((name) =>
        values[name] === undefined ? null : (
          <input key={name} type="hidden" name={name} value={values[name]} />
        ),
      )}
      <div className="flex flex-wrap items-center gap-2">
        <SearchField {...search} value={values[search.name ?? "q"] ?? ""} />
        <details data-filters className={foldLook}>
          <summary className={foldSummaryLook}>
            <ListFilter aria-hidden className="size-4 text-quiet" />
            Filters
          </summary>
          <div
            className={
              "grid grid-cols-2 items-end gap-2 max-sm:pt-2 " +
              "sm:grid-cols-[repeat(auto-fit,minmax(7rem,1fr))]"
            }
          >
            {fields.map(controlOf(true))}
          </div>
        </details>
        {more.length > 0 && (
          <details data-panel className={moreLook}>
            <summary className={`${summaryLook} sm:px-1`}>
              <ListFilter aria-hidden className="size-4 text-quiet" />
              More filters
            </summary>
            <div className={panelLook}>{more.map(controlOf(false))}</div>
          </details>
        )}
        {/* Keeps its place while hidden, so that the fields don't move. */}
        <ButtonLink
          tone="plain"
          href={path}
          scroll={false}
          className={`!min-h-10 text-sm ${isFiltered ? "" : "invisible max-sm:hidden"}`}
        >
          Clear
        </ButtonLink>
      </div>
      <FilterChips
        path={path}
        values={values}
        fields={[...fields, ...more, ...linked].filter(({ name }) => !elsewhere.includes(name))}
        visible={new Set(fields.map(({ name }) => name))}
      />
    </SearchForm>
  );
}
