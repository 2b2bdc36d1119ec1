import { z } from "zod";

/** The query parameters that Next passes to a page. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** Text without control characters or lone surrogates, which PostgreSQL can't store or compare. */
export const searchText = z
  .string()
  .trim()
  .min(1)
  .max(254)
  .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value));

/** A day, such as "2026-01-31". */
export const searchDay = z.iso.date();

type Shape = Readonly<Record<string, z.ZodType<string | undefined>>>;
type ValuesOf<S extends Shape> = { [Name in keyof S]: z.output<S[Name]> | undefined };

interface ListSearch<Filters extends Shape, View extends Shape> {
  /** Reads the parameters of a URL. Missing and invalid values are undefined. */
  read(params: SearchParams): ValuesOf<Filters> & ValuesOf<View> & { after: string | undefined };
  /** Returns whether a filter is set. The view and the position don't count. */
  isFiltered(values: ValuesOf<Filters>): boolean;
}

/**
 * Describes the URL of a list: its filters, its view (such as the sort order), and `after`, the
 * position of the page.
 */
export function listSearch<Filters extends Shape, View extends Shape = Record<never, never>>(
  filters: Filters,
  view?: View,
): ListSearch<Filters, View> {
  const shape: Shape = { ...filters, ...view, after: searchText };
  const readOne = (schema: z.ZodType<string | undefined>, value: string | string[] | undefined) => {
    const first = Array.isArray(value) ? value[0] : value;
    return first === undefined ? undefined : schema.safeParse(first).data;
  };
  return {
    read: (params) =>
      Object.fromEntries(
        Object.entries(shape).map(([name, schema]) => [name, readOne(schema, params[name])]),
      ) as ReturnType<ListSearch<Filters, View>["read"]>,
    isFiltered: (values) => Object.keys(filters).some((name) => values[name] !== undefined),
  };
}

/** Returns a path with query parameters, without those that are undefined. */
export function hrefOf(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** Returns the first value of each query parameter. */
export const firstOf = (params: SearchParams): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
