import { ListSkeleton } from "@/app/console/list-skeleton";

export default function UsersLoading() {
  return <ListSkeleton title="Users" />;
}
