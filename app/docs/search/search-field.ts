/** The search field, before its results have loaded and after. */
export const searchField = {
  autoFocus: true,
  // Each letter may be a mistake, which costs a query.
  maxLength: 100,
  placeholder: "Search guides, endpoints, errors and settings",
  className:
    "min-h-14 w-full shrink-0 border-b border-line bg-transparent px-4 text-base " +
    "outline-none! placeholder:text-quiet focus:border-accent max-sm:pr-20 pointer-coarse:pr-20",
};
