import { nameOfActor } from "@/app/console/(operator)/[tenancyId]/audit/name-of-actor";
import { Link } from "@/app/console/link";
import { Breakable } from "@/components/ui/breakable";
import { Card } from "@/components/ui/card";
import { CopyText } from "@/components/ui/copy-text";
import { DetailsList } from "@/components/ui/details-list";
import { LocalTime } from "@/components/ui/local-time";
import { PageHeader } from "@/components/ui/page-header";
import type { ShownEvent } from "@/lib/domain/record/audit/shown-event";

const linkLook = "font-medium text-accent underline underline-offset-4";

/** What is left of an erased user: when, by whom and why. */
export function ErasedUser({ tenancyId, erasure }: { tenancyId: string; erasure: ShownEvent }) {
  const path = `/console/${tenancyId}`;
  const { id, targetId, reason, createdAt } = erasure;
  return (
    <>
      <PageHeader
        title="Erased user"
        back={{ href: `${path}/users`, label: "Users" }}
        description={
          <>
            Erased on <LocalTime at={createdAt.getTime()} precision="full" /> by{" "}
            <Breakable text={nameOfActor(erasure)} />.
          </>
        }
      />
      <Card>
        <p className="text-pretty text-quiet">
          Keystead deleted the user’s names, email, passkeys, codes and timeline. The audit log
          keeps ids, and the reasons that operators wrote.
        </p>
        <DetailsList
          rows={[
            ["Reason", reason ?? <span className="text-quiet">None given</span>],
            ["Keystead id (sub)", <CopyText key="sub" text={targetId} label="Keystead id" />],
            [
              "Audit log",
              <span key="audit" className="flex flex-wrap gap-x-4 gap-y-1">
                <Link href={`${path}/audit/${id}`} className={linkLook}>
                  The erasure
                </Link>
                <Link
                  href={`${path}/audit?target=${encodeURIComponent(targetId)}`}
                  className={linkLook}
                >
                  All events of this user
                </Link>
              </span>,
            ],
          ]}
        />
      </Card>
    </>
  );
}
