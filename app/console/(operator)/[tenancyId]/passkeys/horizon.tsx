import { Telescope } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";
import { LocalTime } from "@/components/ui/local-time";

/** Shows how far a search looked back, with a link to continue. */
export function Horizon({
  at,
  isByName,
  next,
}: {
  at: number;
  isByName: boolean;
  next: string | null;
}) {
  return (
    <div
      role="status"
      className={
        "flex flex-wrap items-center justify-between gap-3 rounded-2xl border border-dashed " +
        "border-line px-5 py-4 text-sm"
      }
    >
      <span className="flex items-center gap-3">
        <Telescope aria-hidden className="size-4 shrink-0 text-quiet" />
        {isByName ? (
          <span>
            Looked at some of these names so far; nothing tells sooner which passkeys fit.
          </span>
        ) : (
          <span>
            Looked at passkeys back to <LocalTime at={at} />.
          </span>
        )}
      </span>
      {next !== null && (
        <ButtonLink tone="secondary" href={next}>
          Look further
        </ButtonLink>
      )}
    </div>
  );
}
