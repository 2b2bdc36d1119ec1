import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/table";

export default function LoadingKeys() {
  return (
    <>
      <PageHeader
        title="API keys"
        description="Your backend authenticates to the API with a key."
      />
      <TableSkeleton rows={4} />
    </>
  );
}
