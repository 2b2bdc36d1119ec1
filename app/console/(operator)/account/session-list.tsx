import { Laptop, Smartphone } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { LocalTime } from "@/components/ui/local-time";
import type { OwnSession } from "@/lib/domain/admin/operator/account/own-sessions";
import { describeBrowser } from "@/lib/domain/base/describe-browser";
import { EndSession } from "./end-session";

/** The operator's sessions, the current one first. */
export function SessionList({
  sessions,
  mayEnd,
}: {
  sessions: readonly OwnSession[];
  mayEnd: boolean;
}) {
  return (
    <ul className="divide-y divide-line">
      {sessions.map(({ id, userAgent, address, signIn, createdAt, lastSeenAt, isCurrent }) => {
        const { name, isPhone } = describeBrowser(userAgent);
        const Icon = isPhone ? Smartphone : Laptop;
        return (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0"
          >
            <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-sunken text-quiet">
              <Icon aria-hidden className="size-5" />
            </span>
            <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                {name}
                {isCurrent && <Badge tone="good">This session</Badge>}
                {signIn === "code" && <Badge tone="warning">Signed in by code</Badge>}
              </p>
              <p className="text-sm text-pretty text-quiet">
                {address ?? "Unknown address"} · signed in <LocalTime at={createdAt} /> · last seen{" "}
                <LocalTime at={lastSeenAt} />
              </p>
            </div>
            {mayEnd && !isCurrent && <EndSession id={id} name={name} />}
          </li>
        );
      })}
    </ul>
  );
}
