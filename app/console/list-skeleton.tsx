import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/table";

/**
 * A page with a search, with or without filters and bulk acts, and a table while it is fetched:
 * each part is as high as what will stand there.
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
          <span className="inline-block h-4 w-72 max-w-full animate-pulse rounded bg-sunken motion-reduce:animate-none" />
        }
      />
      <div className={hasFilters ? "h-[12.4rem]" : "h-[4.4rem]"} />
      <TableSkeleton rows={12} />
    </>
  );
}
