import { Link } from "@/app/console/link";
import { Card } from "@/components/ui/card";
import type { Delivery } from "@/lib/domain/event/webhook-delivery/find-deliveries";
import { DeliveryTable } from "./delivery-table";

interface Props {
  tenancyId: string;
  webhookId: string;
  deliveries: readonly Delivery[];
  maySendAgain: boolean;
  now: number;
}

/** The newest deliveries, and the way to all of them. */
export function RecentDeliveries(props: Props) {
  const { tenancyId, webhookId, deliveries } = props;
  return (
    <Card
      title="Deliveries"
      description={
        deliveries.length === 0
          ? "Events appear here from now on, with the receiver’s answers."
          : "The newest events, with the receiver’s last answers. They are kept for seven days."
      }
      action={
        deliveries.length > 0 && (
          <Link
            href={`/console/${tenancyId}/settings/webhooks/${webhookId}/deliveries`}
            className="inline-flex min-h-8 items-center text-sm font-medium underline underline-offset-2"
          >
            All deliveries
          </Link>
        )
      }
    >
      {deliveries.length > 0 && <DeliveryTable {...props} />}
    </Card>
  );
}
