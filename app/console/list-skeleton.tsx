import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/table";

/**
 * Skeleton of a loading list page. Each part has the height of its content, so that nothing moves.
 * @param hasSummary for a list with a line between its filters and its table
 */
export function ListSkeleton({
  title,
  hasSummary = false,
}: {
  title: string;
  hasSummary?: boolean;
}) {
  return (
    <div className="flex flex-col gap-3 sm:gap-4">
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
      <div className="h-36 sm:h-10" />
      {hasSummary && <div className="h-8" />}
      <TableSkeleton rows={12} />
    </div>
  );
}
