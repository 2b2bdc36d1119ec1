import { ListSkeleton } from "@/app/console/list-skeleton";

export default function PasskeysLoading() {
  return <ListSkeleton title="Passkeys" />;
}
