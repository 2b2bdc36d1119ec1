import Link from "next/link";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { LocalTime } from "@/components/ui/local-time";
import type { ChallengeState, UserProfile } from "@/lib/domain/user/find-user-profile";

const tones: Record<ChallengeState, BadgeTone> = {
  pending: "warning",
  verified: "good",
  expired: "neutral",
  exhausted: "bad",
  deleted: "neutral",
};

/** The most recent codes sent to the user. */
export function ChallengesCard({
  challenges,
  path,
}: {
  challenges: UserProfile["challenges"];
  path: string;
}) {
  return (
    <Card
      title="Mailbox codes"
      description="The last ones to this mailbox or for this user. They are kept for a day."
    >
      {challenges.length === 0 ? (
        <p className="text-sm text-quiet">No code was sent lately.</p>
      ) : (
        <ul className="flex flex-col">
          {challenges.map(({ id, purpose, email, state, createdAt }) => (
            <li
              key={id}
              className={
                "flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t " +
                "border-line py-2.5 text-sm first:border-t-0 first:pt-0 last:pb-0"
              }
            >
              <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
                <Link
                  href={`${path}/${id}`}
                  className="font-medium break-all hover:text-accent hover:underline"
                >
                  {purpose}
                </Link>
                <span className="break-all text-quiet">{email}</span>
                <Badge tone={tones[state]}>{state}</Badge>
              </span>
              <span className="text-quiet">
                <LocalTime at={createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
