import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/table";

export default function Loading() {
  return (
    <>
      <PageHeader title="Your account" description="…" />
      <TableSkeleton rows={4} />
      <TableSkeleton rows={4} />
    </>
  );
}
