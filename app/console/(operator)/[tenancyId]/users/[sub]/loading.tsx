import { DetailSkeleton } from "@/app/console/detail-skeleton";

export default function UserLoading() {
  return <DetailSkeleton />;
}
