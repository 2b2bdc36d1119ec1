import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/table";

export default function Loading() {
  return (
    <>
      <PageHeader title="Challenges" />
      <TableSkeleton />
    </>
  );
}
