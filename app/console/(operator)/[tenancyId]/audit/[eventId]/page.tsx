import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ActorName } from "@/app/console/(operator)/[tenancyId]/audit/actor-name";
import { EventDetail, hasDetail } from "@/app/console/(operator)/[tenancyId]/audit/event-detail";
import { TargetLink } from "@/app/console/(operator)/[tenancyId]/audit/target-link";
import { Link } from "@/app/console/link";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { CopyText } from "@/components/ui/copy-text";
import { DetailsList } from "@/components/ui/details-list";
import { LocalTime } from "@/components/ui/local-time";
import { PageHeader } from "@/components/ui/page-header";
import { consoleContext } from "@/lib/console/console-context";
import { eventForRole } from "@/lib/console/event-for-role";
import { hrefOf } from "@/lib/console/list-search";
import { titleOfEvent } from "@/lib/domain/record/audit/action-words";
import { findEvent } from "@/lib/domain/record/audit/shown-event";

export const metadata: Metadata = { title: "Event" };

const quiet = (words: string) => <span className="text-quiet">{words}</span>;

interface Props {
  params: Promise<{ tenancyId: string; eventId: string }>;
}

export default async function EventPage({ params }: Props) {
  const { tenancyId, eventId } = await params;
  const ctx = await consoleContext(tenancyId, "audit.read");
  const found = await findEvent(ctx, eventId);
  if (found === null) notFound();
  const event = eventForRole(ctx, found);
  const { id, action, reason, requestId, address, sealId, createdAt } = event;
  return (
    <>
      <PageHeader
        title={titleOfEvent(event)}
        back={{ href: `/console/${tenancyId}/audit`, label: "Audit log" }}
      />
      <Card>
        <DetailsList
          rows={[
            ["Time", <LocalTime key="time" at={createdAt.getTime()} precision="full" />],
            ["Actor", <ActorName key="actor" event={event} tenancy={ctx.tenancy} />],
            ["Target", <TargetLink key="target" event={event} tenancy={ctx.tenancy} />],
            ["Reason", reason ?? quiet("None given")],
            [
              "Detail",
              hasDetail(event) ? (
                <EventDetail key="detail" event={event} path={`/console/${tenancyId}`} />
              ) : (
                quiet("None")
              ),
            ],
            ["Action", <CopyText key="action" text={action} label="action" />],
            ["Address", address ?? quiet("Not stored")],
            [
              "Request id",
              requestId === null ? (
                quiet("None")
              ) : (
                <span key="request" className="flex flex-wrap items-center gap-x-4">
                  <CopyText text={requestId} label="request id" />
                  {!ctx.tenancy.isSystem && (
                    <Link
                      href={hrefOf(`/console/${tenancyId}/activity`, { request: requestId })}
                      otherwise="nothing"
                      className="rounded underline decoration-line underline-offset-4 hover:text-accent"
                    >
                      Activity of this request
                    </Link>
                  )}
                </span>
              ),
            ],
            ["Event id", <CopyText key="event" text={id} label="event id" />],
            [
              "Seal",
              sealId === null ? (
                <span key="seal" className="flex flex-wrap items-center gap-2">
                  <Badge>Not sealed yet</Badge>
                  <span className="text-sm text-quiet">
                    Events join the hash chain within a minute or two.
                  </span>
                </span>
              ) : (
                <span key="seal" className="flex flex-wrap items-center gap-2">
                  <Badge tone="good">Sealed</Badge>
                  <span className="text-sm text-quiet">
                    In seal {sealId} of the hash chain. “keystead audit verify” reveals a changed
                    event.
                  </span>
                </span>
              ),
            ],
          ]}
        />
      </Card>
    </>
  );
}
