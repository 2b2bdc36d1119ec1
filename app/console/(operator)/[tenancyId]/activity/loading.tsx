import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/table";

export default function ActivityLoading() {
  return (
    <>
      <PageHeader title="Activity" />
      <TableSkeleton rows={12} />
    </>
  );
}
