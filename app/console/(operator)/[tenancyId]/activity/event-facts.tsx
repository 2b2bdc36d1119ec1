import type { ReactNode } from "react";
import { describeNetwork } from "@/app/console/describe-network";
import { Link } from "@/app/console/link";
import { CopyText } from "@/components/ui/copy-text";
import { DetailsList } from "@/components/ui/details-list";
import { LocalTime } from "@/components/ui/local-time";
import { hrefOf } from "@/lib/console/list-search";
import { describeBrowser } from "@/lib/domain/base/describe-browser";
import type { Advised } from "@/lib/domain/history/sign-in-summary/other-ways";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";
import { Details, linkLook, Refusal, RefusedOrigin } from "./entry-facts";
import { pageOfParty } from "./event-links";
import { operationWords } from "./operation-words";
import { reportWords } from "./report-words";

interface Props {
  entry: TimelineEntry;
  /** The tenancy's pages. */
  path: string;
  mayReadSettings: boolean;
  /** The event's user, as in `adviceOf`. */
  user: Advised | undefined;
  /** What has solved the failure or ended its cause since; null if nothing has. */
  past: string | null;
}

type Fact = readonly [label: string, value: ReactNode];

/** What a missing fact leaves out. */
const factOf = <T,>(label: string, value: T | null, show: (value: T) => ReactNode): Fact[] =>
  value === null ? [] : [[label, show(value)]];

function Reason({
  entry,
  user,
  past,
}: Pick<Props, "user" | "past"> & { entry: TimelineEntry & { reason: string } }) {
  const report = reportWords(entry);
  if (report !== undefined) return <span>{report}.</span>;
  const isAdvised = past === null && !entry.kind.endsWith(".monitored");
  return (
    <>
      <Refusal reason={entry.reason} {...{ user, isAdvised }} />
      {past !== null && <span className="text-quiet">{past}</span>}
    </>
  );
}

const attachments: Readonly<Record<string, string>> = {
  platform: "This device",
  "cross-platform": "A phone or security key",
};

function partyOf({ entry, path }: Props): Fact {
  const { user, email } = entry;
  const href = pageOfParty(entry, path);
  if (href === undefined) return ["User", <span key="none">Unknown</span>];
  return [
    user === null ? "Mailbox" : "User",
    <Link key="party" href={href} className={linkLook}>
      {user?.name ?? email}
    </Link>,
  ];
}

function requestOf({ entry: { requestId }, path }: Props): Fact[] {
  return factOf("Request id", requestId, (id) => (
    <span className="flex flex-col items-start gap-1">
      <CopyText text={id} label="request id" />
      <Link href={hrefOf(`${path}/activity`, { request: id })} className={linkLook}>
        All events of this request
      </Link>
    </span>
  ));
}

/** Everything that is known about an event. */
export function EventFacts(props: Props) {
  const { entry, path, mayReadSettings, user, past } = props;
  const { reason, passkey, challenge, count } = entry;
  // The title and the origin say it all.
  const isRefusedOrigin = entry.kind === "request.refused" && entry.origin !== null;
  return (
    <DetailsList
      rows={[
        ["Time", <LocalTime key="time" at={entry.at} precision="full" />],
        ...factOf("Count", count > 1 ? count : null, (times) => `${times} equal events`),
        ...factOf("Why", isRefusedOrigin ? null : reason, (why) => (
          <Reason entry={{ ...entry, reason: why }} {...{ user, past }} />
        )),
        ...factOf("Field", entry.field, (field) => (
          <code className="[overflow-wrap:anywhere]">{field}</code>
        )),
        ...factOf("Endpoint", entry.operation, (operation) => (
          <span title={operation}>{operationWords(operation)}</span>
        )),
        ...factOf("Origin", entry.origin, (origin) => (
          <RefusedOrigin
            origin={origin}
            {...(mayReadSettings ? { settings: `${path}/settings` } : {})}
          />
        )),
        partyOf(props),
        ...factOf(passkey === null ? "Code" : "Passkey", passkey ?? challenge, () => (
          <span className="flex flex-wrap gap-x-3">
            <Details entry={entry} path={path} />
          </span>
        )),
        ...factOf("Browser", entry.userAgent, (agent) => (
          <span className="flex flex-col">
            {describeBrowser(agent).name}
            <span className="text-xs text-quiet">{agent}</span>
          </span>
        )),
        ...factOf("Network", entry.addressPrefix, describeNetwork),
        ...factOf("Authenticator", entry.authenticatorAttachment, (at) => attachments[at] ?? at),
        ...requestOf(props),
        ["Event id", <CopyText key="id" text={entry.id} label="event id" />],
      ]}
    />
  );
}
