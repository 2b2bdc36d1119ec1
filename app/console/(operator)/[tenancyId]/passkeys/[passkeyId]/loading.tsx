import { DetailSkeleton } from "@/app/console/detail-skeleton";

export default function PasskeyLoading() {
  return <DetailSkeleton />;
}
