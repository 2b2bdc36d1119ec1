import { ListSkeleton } from "@/app/console/list-skeleton";

export default function AuditLoading() {
  return <ListSkeleton title="Audit log" hasSummary />;
}
