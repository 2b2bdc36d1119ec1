import { TriangleAlert } from "lucide-react";

/** Warns that the tenancy exceeded its hourly limit of codes. */
export function CeilingAlarm({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <div
      role="status"
      className="flex gap-3 rounded-2xl border border-warning/50 bg-warning-soft p-4 text-sm"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
      <div className="flex flex-col gap-1">
        <p className="font-medium">
          {count === 1 ? "In one hour" : `In ${count} hours`} of this time nobody could get a code:
          the tenancy’s ceiling was reached
        </p>
        <p className="text-pretty text-quiet">
          Somebody may be asking for codes in bulk, or you have outgrown the ceiling. The challenges
          show for which mailboxes they were; the ceiling is in the settings.
        </p>
      </div>
    </div>
  );
}
