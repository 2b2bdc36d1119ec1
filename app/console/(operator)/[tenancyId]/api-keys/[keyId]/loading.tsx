import { DetailSkeleton } from "@/app/console/detail-skeleton";

export default function KeyLoading() {
  return <DetailSkeleton />;
}
