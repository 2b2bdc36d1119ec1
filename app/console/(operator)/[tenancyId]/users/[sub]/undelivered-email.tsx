import { linkLook } from "@/app/console/(operator)/[tenancyId]/activity/entry-facts";
import { providerName } from "@/app/console/(operator)/[tenancyId]/challenges/provider-name";
import { alarmHref } from "@/app/console/alarm-anchor";
import { AlarmStart } from "@/app/console/alarm-start";
import { alarmText } from "@/app/console/alarm-text";
import { alarmTitle } from "@/app/console/alarm-title";
import { Link } from "@/app/console/link";
import { RelativeTime } from "@/components/ui/local-time";
import type {
  EmailProblem,
  RetriedEmail,
} from "@/lib/domain/history/sign-in-summary/find-email-problem";
import { affectedWords, attemptWords } from "./undelivered-words";

interface Place {
  tenancyId: string;
  /** In ms. */
  now: number;
}

function Retried({ email, tenancyId, now }: Place & { email: RetriedEmail }) {
  const { challengeId, attempts, answer, provider, requestedAt, nextAttemptAt } = email;
  return (
    <>
      <p className="text-pretty">
        The code requested <RelativeTime at={requestedAt} now={now} /> hasn’t been delivered after{" "}
        {attemptWords(attempts)}.{" "}
        {nextAttemptAt > now && (
          <>
            Next attempt <RelativeTime at={nextAttemptAt} now={now} />.{" "}
          </>
        )}
        <Link href={`/console/${tenancyId}/challenges/${challengeId}`} className={linkLook}>
          Email log entry
        </Link>
      </p>
      {answer !== null && (
        <p>
          {provider === null ? "The provider" : providerName(provider)} answered: “{answer}”
        </p>
      )}
    </>
  );
}

/** Why the user’s email doesn’t arrive, whether it concerns others, and what to do. */
export function UndeliveredEmail({
  problem: { retried, alarm, othersAffected },
  tenancyId,
  now,
}: Place & { problem: EmailProblem }) {
  return (
    <>
      {retried !== null && <Retried email={retried} {...{ tenancyId, now }} />}
      <p className="text-pretty">
        {affectedWords(othersAffected)}{" "}
        {alarm !== null && (
          <>
            <Link href={alarmHref(tenancyId, alarm)} className={linkLook}>
              {alarmTitle(alarm)}
            </Link>
            : {alarmText(alarm)} <AlarmStart alarm={alarm} nowMs={now} />
          </>
        )}
      </p>
    </>
  );
}
