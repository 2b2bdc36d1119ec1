import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/table";

export default function LoadingKeys() {
  return (
    <>
      <PageHeader
        title="API keys"
        description="With a key, a backend of yours calls the API in this tenancy’s name."
      />
      <TableSkeleton rows={4} />
    </>
  );
}
