import { ListSkeleton } from "@/app/console/list-skeleton";

export default function ActivityLoading() {
  return <ListSkeleton title="Activity" hasSummary />;
}
