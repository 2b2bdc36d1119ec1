import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/table";

export default function Loading() {
  return (
    <>
      <PageHeader title="Members" description="…" />
      <TableSkeleton rows={5} />
    </>
  );
}
