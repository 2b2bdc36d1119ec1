import { providerName } from "@/app/console/(operator)/[tenancyId]/challenges/provider-name";
import { describeNetwork } from "@/app/console/describe-network";
import { Link } from "@/app/console/link";
import { describeBrowser } from "@/lib/domain/base/describe-browser";
import type { Advised } from "@/lib/domain/history/sign-in-summary/other-ways";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";
import { adviceOf, wordsOfReason } from "./reason-words";

export const linkLook = "rounded underline decoration-line underline-offset-4 hover:text-accent";

/** Why a request failed, and what to do about it. `user` as in `adviceOf`. */
export function Refusal({
  reason,
  user,
  isAdvised = true,
}: {
  reason: string;
  user: Advised | undefined;
  isAdvised?: boolean;
}) {
  const advice = isAdvised ? adviceOf(reason, user) : undefined;
  return (
    <span className="flex max-w-prose flex-col gap-0.5">
      <span title={reason}>{wordsOfReason(reason)}.</span>
      {advice !== undefined && <span className="text-pretty text-quiet">{advice}</span>}
    </span>
  );
}

/**
 * The origin that the tenancy doesn't allow, and where to allow it.
 * @param settings the tenancy's settings, for operators who may read them
 */
export function RefusedOrigin({ origin, settings }: { origin: string; settings?: string }) {
  return (
    <span className="max-w-prose text-pretty text-quiet [overflow-wrap:anywhere]">
      The page’s origin is <code>{origin}</code>. If the site is yours,{" "}
      {settings === undefined ? (
        "ask an admin to add it in Settings → Sites."
      ) : (
        <>
          add it in{" "}
          <Link href={`${settings}/sites`} className={linkLook}>
            Settings → Sites
          </Link>
          .
        </>
      )}
    </span>
  );
}

/** Whether the browser or its network is known; neither is for a backend. */
export const hasDevice = ({ userAgent, addressPrefix }: TimelineEntry) =>
  userAgent !== null || addressPrefix !== null;

/** The browser and its network; nothing for a backend. */
export function Device(entry: TimelineEntry) {
  const { userAgent, addressPrefix } = entry;
  if (!hasDevice(entry)) return null;
  return (
    <span title={userAgent ?? undefined}>
      {userAgent !== null && (
        <span className="whitespace-nowrap">{describeBrowser(userAgent).name}</span>
      )}{" "}
      {addressPrefix !== null && <span>from {describeNetwork(addressPrefix)}</span>}
    </span>
  );
}

/** Links to the passkey and the code of an entry, as far as they still exist. */
export function Details({ entry, path }: { entry: TimelineEntry; path: string }) {
  const { passkey, challenge } = entry;
  return (
    <>
      {passkey?.exists === true && (
        <Link href={`${path}/passkeys/${passkey.id}`} className={linkLook}>
          {passkey.provider}
          {passkey.isOthers && " of another user"}
        </Link>
      )}
      {passkey?.exists === false && <span>Deleted passkey</span>}
      {challenge?.exists === true && (
        <Link href={`${path}/challenges/${challenge.id}`} className={linkLook}>
          Email log entry
        </Link>
      )}
      {challenge !== null && challenge.provider !== null && (
        <span className="text-quiet">{providerName(challenge.provider)}</span>
      )}
    </>
  );
}
