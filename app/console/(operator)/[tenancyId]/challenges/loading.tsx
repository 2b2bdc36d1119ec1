import { ListSkeleton } from "@/app/console/list-skeleton";

export default function EmailLogLoading() {
  return <ListSkeleton title="Email log" />;
}
