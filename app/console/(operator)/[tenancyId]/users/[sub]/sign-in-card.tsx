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
import { type OtherWays, otherWaysOf } from "@/lib/domain/history/sign-in-summary/other-ways";
import type { SignInSummary } from "@/lib/domain/history/sign-in-summary/summarize-sign-in";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";
import type { DisabledPasskey } from "@/lib/domain/passkey/find-passkey-record";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";
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
  endedCauseOf,
  type Headline,
  headlineOf,
  remedyOf,
  solutionOf,
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

interface Props {
  summary: SignInSummary;
  disabled: Disabled | null;
  disabledPasskeys: readonly DisabledPasskey<JudgedRecord>[];
  /** Of the user's email; null without one. */
  mailbox: MailboxState | null;
  mayRetryEmail: boolean;
  mayReadSettings: boolean;
  /** What helps the user now, such as a new code. */
  action: ReactNode;
  /** Similar addresses without a user that codes went to. */
  mistyped: readonly { email: string; codes: number }[];
  tenancyId: string;
  sub: string;
  /** The tenancy's pages. */
  path: string;
  /** In ms. */
  now: number;
}

function DisabledUser({ disabled: { at, by, reason }, now }: { disabled: Disabled; now: number }) {
  return (
    <p>
      Disabled <RelativeTime at={at} now={now} /> (<LocalTime at={at} />)
      {by !== null && <> by {disablerWords(by)}</>}.{" "}
      {reason === null ? "No reason was given." : `Reason: “${reason}”`}
    </p>
  );
}

function Quarantined({ records, path }: { records: readonly PasskeyRecord[]; path: string }) {
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

function Mistyped({ mailboxes, path }: { mailboxes: Props["mistyped"]; path: string }) {
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

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="font-medium">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function LastSignIn({
  last,
  path,
  now,
}: Pick<Props, "path" | "now"> & { last: SignInSummary["lastSignIn"] }) {
  if (last === null) return "None known";
  const { at, event } = last;
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
  problem,
  user,
  solution,
  ended,
  sub,
  path,
  now,
}: Pick<Props, "sub" | "path" | "now"> & {
  problem: TimelineEntry;
  user: OtherWays | undefined;
  /** What has solved it since; null if nothing has. */
  solution: string | null;
  /** The cause, if it has ended since. */
  ended: ReturnType<typeof endedCauseOf>;
}) {
  const { kind, reason, at } = problem;
  const advice =
    reason === null || solution !== null || ended !== null ? undefined : adviceOf(reason, user);
  const show = kind.startsWith("code.") ? "codes" : "sign-ins";
  const since = solution ?? ended?.since;
  return (
    <>
      <span className="flex flex-wrap gap-x-2">
        <span>
          {ended?.was ?? (reason === null ? entryWords(kind) : wordsOfReason(reason))},{" "}
          <RelativeTime at={at} now={now} />
        </span>
        {since !== undefined && <span>({since})</span>}
        <Link href={`${hrefOf(`${path}/users/${sub}`, { show })}#timeline`} className={linkLook}>
          Show in the timeline
        </Link>
      </span>
      {advice !== undefined && <p className="max-w-prose text-pretty">{advice}</p>}
    </>
  );
}

function LastEmail({
  email,
  advice,
  path,
  now,
}: Pick<Props, "path" | "now"> & { email: TimelineEntry; advice: string | undefined }) {
  return (
    <>
      <span className="flex flex-wrap gap-x-2">
        <span>
          {entryWords(email.kind)}, <RelativeTime at={email.at} now={now} />
        </span>
        <Details entry={email} path={path} />
      </span>
      {advice !== undefined && <p className="max-w-prose text-pretty">{advice}</p>}
    </>
  );
}

/** Whether the user can sign in, what stops them, and what happened last. */
export function SignInCard({
  summary,
  disabled,
  disabledPasskeys,
  mailbox,
  mayRetryEmail,
  mayReadSettings,
  action,
  mistyped,
  tenancyId,
  sub,
  path,
  now,
}: Props) {
  const { tone, text } = headlineOf(summary);
  const { Icon, box, icon } = looks[tone];
  const { lastSignIn, lastProblem, lastPrompt, lastEmail, passkeys, block, emailProblem } = summary;
  // A retried email has its own paragraph.
  const showsEmail = lastEmail?.id !== lastProblem?.id && (emailProblem?.retried ?? null) === null;
  const unexplained = unexplainedWords(summary);
  const remedy = remedyOf(summary);
  const ofCode = block === null ? codeWords(summary.code) : undefined;
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
        {emailProblem !== null && (
          <UndeliveredEmail problem={emailProblem} {...{ tenancyId, now }} />
        )}
        {mayRetryEmail && (
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
        <RefusedPasskeys records={passkeys.refused} {...{ path, mayReadSettings }} />
        <Quarantined records={passkeys.quarantined} path={path} />
        {ofCode !== undefined && <p className="text-pretty">{ofCode}</p>}
        {mailbox !== null && (isRateLimited(mailbox) || isRestricted(mailbox)) && (
          <MailboxLimits state={mailbox} now={now} />
        )}
        <Mistyped mailboxes={mistyped} path={path} />
        <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
          <Fact label="Last sign-in">
            <LastSignIn last={lastSignIn} {...{ path, now }} />
          </Fact>
          {lastProblem !== null && (
            <Fact label="Last problem">
              <LastProblem
                problem={lastProblem}
                user={otherWaysOf(summary, lastProblem.passkey?.id ?? null)}
                solution={solutionOf(summary, lastProblem)}
                ended={endedCauseOf(summary, lastProblem)}
                {...{ sub, path, now }}
              />
            </Fact>
          )}
          {lastPrompt !== null && (
            <Fact label="Last prompt">
              {reportWords(lastPrompt)}, <RelativeTime at={lastPrompt.at} now={now} />
            </Fact>
          )}
          {lastEmail !== null && showsEmail && (
            <Fact label="Last code">
              <LastEmail email={lastEmail} advice={emailAdviceOf(summary)} {...{ path, now }} />
            </Fact>
          )}
        </dl>
        <div className="flex empty:hidden">{action}</div>
        {unexplained !== undefined && <p className="text-pretty text-quiet">{unexplained}</p>}
      </div>
    </section>
  );
}
