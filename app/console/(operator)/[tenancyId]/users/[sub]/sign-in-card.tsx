import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import {
  Details,
  Device,
  hasDevice,
  linkLook,
} from "@/app/console/(operator)/[tenancyId]/activity/entry-facts";
import { entryWords } from "@/app/console/(operator)/[tenancyId]/activity/event-words";
import {
  adviceOf,
  wordsOfReason,
} from "@/app/console/(operator)/[tenancyId]/activity/reason-words";
import { reportWords } from "@/app/console/(operator)/[tenancyId]/activity/report-words";
import { MailboxLimits } from "@/app/console/(operator)/[tenancyId]/challenges/mailbox-limits";
import { RetryNow } from "@/app/console/(operator)/[tenancyId]/challenges/retry-now";
import { DisabledPasskeys } from "@/app/console/(operator)/[tenancyId]/passkeys/disabled-notice";
import { disablerWords } from "@/app/console/(operator)/[tenancyId]/passkeys/disabler-words";
import { providerOf } from "@/app/console/(operator)/[tenancyId]/passkeys/provider-of";
import { RefusedPasskeys } from "@/app/console/(operator)/[tenancyId]/passkeys/refused-notice";
import { Link } from "@/app/console/link";
import { LocalTime, RelativeTime } from "@/components/ui/local-time";
import { hrefOf } from "@/lib/console/list-search";
import { otherWaysOf } from "@/lib/domain/history/sign-in-summary/other-ways";
import type { SignInSummary } from "@/lib/domain/history/sign-in-summary/summarize-sign-in";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";
import type { DisabledPasskey } from "@/lib/domain/passkey/find-passkey-record";
import type { JudgedRecord } from "@/lib/domain/passkey/policy/judge-records";
import {
  isRateLimited,
  isRestricted,
  type MailboxState,
} from "@/lib/domain/sign-in/challenge/mailbox-state";
import type { Disabled } from "@/lib/domain/user/find-user-profile";
import {
  codeWords,
  emailAdviceOf,
  type Headline,
  headlineOf,
  remedyOf,
  settledOf,
  unexplainedWords,
} from "./sign-in-words";
import { UndeliveredEmail } from "./undelivered-email";

const looks: Record<Headline["tone"], { Icon: typeof CircleCheck; box: string; icon: string }> = {
  good: { Icon: CircleCheck, box: "border-line bg-surface", icon: "text-accent" },
  warning: {
    Icon: TriangleAlert,
    box: "border-warning/40 bg-warning-soft",
    icon: "text-warning",
  },
  bad: { Icon: CircleX, box: "border-danger/40 bg-danger-soft", icon: "text-danger" },
};

/** Where and when the card is shown. */
interface Place {
  tenancyId: string;
  sub: string;
  /** The tenancy's pages. */
  path: string;
  /** In ms. */
  now: number;
}

interface Props {
  summary: SignInSummary;
  user: {
    disabled: Disabled | null;
    disabledPasskeys: readonly DisabledPasskey<JudgedRecord>[];
    /** Of the user's email; null without one. */
    mailbox: MailboxState | null;
    /** Similar addresses without a user that codes went to. */
    mistyped: readonly { email: string; codes: number }[];
  };
  may: { retryEmail: boolean; readSettings: boolean };
  place: Place;
  /** What helps the user now, such as a new code. */
  children: ReactNode;
}

type Shown = Pick<Props, "summary" | "place">;

function DisabledUser({ disabled: { at, by, reason }, now }: { disabled: Disabled; now: number }) {
  return (
    <p>
      Disabled <RelativeTime at={at} now={now} /> (<LocalTime at={at} />)
      {by !== null && <> by {disablerWords(by)}</>}.{" "}
      {reason === null ? "No reason was given." : `Reason: “${reason}”`}
    </p>
  );
}

function Quarantined({ records, path }: { records: readonly JudgedRecord[]; path: string }) {
  return records.map((record) => (
    <p key={record.passkey.id}>
      <Link href={`${path}/passkeys/${record.passkey.id}`} className={linkLook}>
        {providerOf(record)}
      </Link>
      : new, and in quarantine until <LocalTime at={record.quarantinedUntil ?? 0} />. Ask whether
      they added it. If they did, end the quarantine on the passkey’s page. If not, disable it.
    </p>
  ));
}

function Mistyped({ mailboxes, path }: { mailboxes: Props["user"]["mistyped"]; path: string }) {
  return mailboxes.map(({ email, codes }) => (
    <p key={email} className="text-pretty">
      {codes === 1 ? "A code" : `${codes} codes`} went to{" "}
      <Link href={hrefOf(`${path}/challenges`, { mailbox: email })} className={linkLook}>
        {email}
      </Link>
      , which no user has. The user may have mistyped their address.
    </p>
  ));
}

/** What keeps the user from signing in, and what to do about it. */
function Obstacles({
  summary,
  user: { disabled, disabledPasskeys, mailbox, mistyped },
  may,
  place: { tenancyId, path, now },
}: Omit<Props, "children">) {
  const { block, code, passkeys, emailProblem, lastEmail } = summary;
  const remedy = remedyOf(summary);
  const ofCode = block === null ? codeWords(code) : undefined;
  return (
    <>
      {emailProblem !== null && <UndeliveredEmail problem={emailProblem} {...{ tenancyId, now }} />}
      {may.retryEmail && (
        <div className="flex flex-wrap gap-2 empty:hidden">
          <RetryNow
            tenancyId={tenancyId}
            challengeId={emailProblem?.retried?.challengeId ?? null}
            isMissing={lastEmail?.kind === "code.requested"}
          />
        </div>
      )}
      {disabled !== null && <DisabledUser {...{ disabled, now }} />}
      {remedy !== undefined && <p>{remedy}</p>}
      <DisabledPasskeys disabled={disabledPasskeys} path={`${path}/passkeys`} />
      <RefusedPasskeys
        records={passkeys.refused}
        mayReadSettings={may.readSettings}
        {...{ path }}
      />
      <Quarantined records={passkeys.quarantined} path={path} />
      {ofCode !== undefined && <p className="text-pretty">{ofCode}</p>}
      {mailbox !== null && (isRateLimited(mailbox) || isRestricted(mailbox)) && (
        <MailboxLimits state={mailbox} now={now} />
      )}
      <Mistyped mailboxes={mistyped} path={path} />
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="font-medium">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** An event of the timeline, with a link or details, and what to advise. */
function Event({
  words,
  at,
  now,
  advice,
  children,
}: {
  words: string;
  at: number;
  now: number;
  advice: string | undefined;
  children: ReactNode;
}) {
  return (
    <>
      <span className="flex flex-wrap gap-x-2">
        <span>
          {words}, <RelativeTime at={at} now={now} />
        </span>
        {children}
      </span>
      {advice !== undefined && <p className="max-w-prose text-pretty">{advice}</p>}
    </>
  );
}

function LastSignIn({ summary: { lastSignIn }, place: { path, now } }: Shown) {
  if (lastSignIn === null) return "None known";
  const { at, event } = lastSignIn;
  return (
    <span>
      <RelativeTime at={at} now={now} />
      {event?.kind === "sign-in.by-code" && " with an emailed code"}
      {event?.passkey?.exists === true && " with"}{" "}
      {event !== null && (
        <span className="inline-flex flex-wrap gap-x-2">
          <Details entry={event} path={path} />
        </span>
      )}
      {event !== null && hasDevice(event) && (
        <>
          , <Device {...event} />
        </>
      )}
    </span>
  );
}

function LastProblem({
  summary,
  problem,
  place: { path, sub, now },
}: Shown & { problem: TimelineEntry }) {
  const { kind, reason, at, passkey } = problem;
  const settled = settledOf(summary, problem);
  const advice =
    reason === null || settled !== null
      ? undefined
      : adviceOf(reason, otherWaysOf(summary, passkey?.id ?? null));
  const words = settled?.was ?? (reason === null ? entryWords(kind) : wordsOfReason(reason));
  const show = kind.startsWith("code.") ? "codes" : "sign-ins";
  const href = `${hrefOf(`${path}/users/${sub}`, { show })}#timeline`;
  return (
    <Event {...{ words, at, now, advice }}>
      {settled !== null && <span>({settled.since})</span>}
      <Link href={href} className={linkLook}>
        Show in the timeline
      </Link>
    </Event>
  );
}

/** What happened last: the sign-in, the problem, the prompt and the code. */
function LastEvents({ summary, place }: Shown) {
  const { lastProblem, lastPrompt, lastEmail, emailProblem } = summary;
  const { path, now } = place;
  // A retried email has its own paragraph.
  const showsEmail = lastEmail?.id !== lastProblem?.id && (emailProblem?.retried ?? null) === null;
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
      <Fact label="Last sign-in">
        <LastSignIn {...{ summary, place }} />
      </Fact>
      {lastProblem !== null && (
        <Fact label="Last problem">
          <LastProblem problem={lastProblem} {...{ summary, place }} />
        </Fact>
      )}
      {lastPrompt !== null && (
        <Fact label="Last prompt">
          {reportWords(lastPrompt)}, <RelativeTime at={lastPrompt.at} now={now} />
        </Fact>
      )}
      {lastEmail !== null && showsEmail && (
        <Fact label="Last code">
          <Event
            words={entryWords(lastEmail.kind)}
            at={lastEmail.at}
            advice={emailAdviceOf(summary)}
            {...{ now }}
          >
            <Details entry={lastEmail} path={path} />
          </Event>
        </Fact>
      )}
    </dl>
  );
}

/** Whether the user can sign in, what keeps them from it, and what happened last. */
export function SignInCard({ summary, user, may, place, children }: Props) {
  const { tone, text } = headlineOf(summary);
  const { Icon, box, icon } = looks[tone];
  const unexplained = unexplainedWords(summary);
  return (
    <section
      aria-labelledby="sign-in"
      className={`flex min-w-0 gap-3 rounded-2xl border p-5 text-sm sm:px-6 ${box}`}
    >
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${icon}`} />
      <div className="flex min-w-0 flex-1 flex-col gap-2 [overflow-wrap:anywhere]">
        <h2 id="sign-in" className="text-base font-semibold tracking-tight">
          {text}
        </h2>
        <Obstacles {...{ summary, user, may, place }} />
        <LastEvents {...{ summary, place }} />
        <div className="flex empty:hidden">{children}</div>
        {unexplained !== undefined && <p className="text-pretty text-quiet">{unexplained}</p>}
      </div>
    </section>
  );
}
