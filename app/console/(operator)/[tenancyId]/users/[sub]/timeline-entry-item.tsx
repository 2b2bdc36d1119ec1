import { CircleAlert, CircleCheck, CircleDot } from "lucide-react";
import {
  Details,
  Device,
  linkLook,
  Refusal,
  RefusedOrigin,
} from "@/app/console/(operator)/[tenancyId]/activity/entry-facts";
import {
  changeWords,
  type EntryTone,
  entryWords,
  toneOf,
} from "@/app/console/(operator)/[tenancyId]/activity/event-words";
import { reportWords, wordsOfMs } from "@/app/console/(operator)/[tenancyId]/activity/report-words";
import { nameOfActor } from "@/app/console/(operator)/[tenancyId]/audit/name-of-actor";
import { Link } from "@/app/console/link";
import { Breakable } from "@/components/ui/breakable";
import { CopyText } from "@/components/ui/copy-text";
import { LocalTime, RelativeTime } from "@/components/ui/local-time";
import { hrefOf } from "@/lib/console/list-search";
import type { OtherWays } from "@/lib/domain/history/sign-in-summary/other-ways";
import { kindFilters } from "@/lib/domain/history/timeline-search/find-timeline";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";
import type { JoinedEntry } from "./join-code-events";

const looks: Record<EntryTone, { Icon: typeof CircleDot; color: string }> = {
  good: { Icon: CircleCheck, color: "text-accent" },
  bad: { Icon: CircleAlert, color: "text-danger" },
  neutral: { Icon: CircleDot, color: "text-quiet" },
};

function Actor({ actor }: { actor: NonNullable<TimelineEntry["actor"]> }) {
  const { id, kind, name } = actor;
  return (
    <span title={id ?? undefined}>
      <Breakable text={nameOfActor({ actorKind: kind, actorName: name })} />
    </span>
  );
}

/** Equal failures of the user, or of the mailbox, as the activity lists them. */
function Equals({ entry, sub, path }: Pick<Props, "entry" | "sub" | "path">) {
  const { kind, reason } = entry;
  const who = entry.user?.sub ?? entry.email ?? sub;
  const known = kindFilters.find((filter) => filter === kind);
  return (
    <Link
      href={hrefOf(`${path}/activity`, { mailbox: who, kind: known, reason: reason ?? undefined })}
      className={linkLook}
    >
      Each of them in Activity
    </Link>
  );
}

interface Props {
  entry: JoinedEntry & { firstAt?: number; isAdvised: boolean };
  /** How the user can sign in without the entry's passkey, for advice. */
  user: OtherWays | undefined;
  sub: string;
  /** The tenancy's pages. */
  path: string;
  mayReadAudit: boolean;
  /** In ms. */
  now: number;
}

/** One event: what happened, why, on which device, and links to its details. */
export function TimelineEntryItem({ entry, user, sub, path, mayReadAudit, now }: Props) {
  const { id, kind, reason, note, detail, count, actor, requestId, at } = entry;
  const { Icon, color } = looks[toneOf(kind)];
  const report = reportWords(entry);
  const change = actor && changeWords({ kind, detail, actor });
  return (
    <li className="flex gap-3 border-t border-line py-3.5 text-sm first:border-t-0 first:pt-0 last:pb-0">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${color}`} />
      <div className="flex min-w-0 grow flex-col gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5">
          <p className="min-w-0 font-medium [overflow-wrap:anywhere]">
            {actor !== null && (
              <>
                <Actor actor={actor} />{" "}
              </>
            )}
            {change?.words ?? entryWords(kind, reason)}
            {count > 1 && (
              <span className="font-normal text-quiet">
                {" "}
                · {count} times
                {entry.firstAt !== undefined && (
                  <>
                    , first <LocalTime at={entry.firstAt} />
                  </>
                )}
              </span>
            )}
            {entry.acceptedAfterMs !== undefined && (
              <span className="font-normal text-quiet">
                {" "}
                · email accepted by the provider after {wordsOfMs(entry.acceptedAfterMs)}
              </span>
            )}
            {(change?.rest ?? null) !== null && (
              <span className="font-normal text-quiet"> · {change?.rest}</span>
            )}
          </p>
          <span className="flex items-baseline gap-x-2 text-quiet max-sm:w-full max-sm:flex-col">
            <RelativeTime at={at} now={now} />
            <span aria-hidden className="max-sm:hidden">
              ·
            </span>
            <LocalTime at={at} precision="full" />
          </span>
        </div>
        {report !== undefined && <p title={reason ?? undefined}>{report}.</p>}
        {report === undefined && reason !== null && (
          <Refusal reason={reason} user={user} isAdvised={entry.isAdvised} />
        )}
        {entry.origin !== null && <RefusedOrigin origin={entry.origin} />}
        {kind === "user.email-claim-lost" && (
          <p className="max-w-prose text-pretty">
            Another user verified that address, so it is theirs now. Passkeys of this user still
            work. Ask this user for another email.
          </p>
        )}
        {note !== null && <p className="[overflow-wrap:anywhere]">Reason: “{note}”</p>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-quiet">
          <Device {...entry} />
          {entry.authenticatorAttachment === "cross-platform" && (
            <span>On a phone or security key</span>
          )}
          <Details entry={entry} path={path} />
          {entry.firstAt !== undefined && <Equals {...{ entry, sub, path }} />}
          {actor !== null && mayReadAudit && (
            <Link href={`${path}/audit/${id}`} className={linkLook}>
              Audit event
            </Link>
          )}
          {requestId !== null && (
            <span className="inline-flex items-baseline gap-x-1.5">
              Request id <CopyText short text={requestId} label="request id" />
            </span>
          )}
        </div>
      </div>
    </li>
  );
}
