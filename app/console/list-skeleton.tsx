import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/table";

/**
 * Skeleton of a loading list page. Each part has the height of its content, so that nothing moves.
 */
export function ListSkeleton({
  title,
  hasFilters = false,
}: {
  title: string;
  hasFilters?: boolean;
}) {
  return (
    <>
      <PageHeader
        title={title}
        description={
          <span
            className={
              "inline-block h-4 w-72 max-w-full animate-pulse rounded bg-sunken " +
              "motion-reduce:animate-none"
            }
          />
        }
      />
      <div className={hasFilters ? "h-[12.4rem]" : "h-[4.4rem]"} />
      <TableSkeleton rows={12} />
    </>
  );
}
