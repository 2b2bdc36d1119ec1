import { LocalTime } from "@/components/ui/local-time";
import { timesOf, type EmailLogSearch } from "./email-log-search";

/** Says which time the list covers. The overview links to such lists. */
export function RequestedRange({ search }: { search: EmailLogSearch }) {
  const { fromMs, toMs } = timesOf(search);
  if (fromMs === undefined && toMs === undefined) return null;
  return (
    <p className="text-sm text-quiet">
      Requested{" "}
      {fromMs !== undefined && (
        <>
          from <LocalTime at={fromMs} />{" "}
        </>
      )}
      {toMs !== undefined && (
        <>
          until <LocalTime at={toMs} />
        </>
      )}
    </p>
  );
}
