import { DetailSkeleton } from "@/app/console/detail-skeleton";

export default function EventLoading() {
  return <DetailSkeleton />;
}
