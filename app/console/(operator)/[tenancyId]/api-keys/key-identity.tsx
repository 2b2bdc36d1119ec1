import { LocalTime } from "@/components/ui/local-time";
import type { ActedKey } from "./acted-key";

const Start = ({ start }: { start: string }) => (
  <code className="font-mono text-sm text-ink">{start}_…</code>
);

/** Tells a key from another one with the same name. */
export function KeyIdentity({ apiKey: { start, createdAt } }: { apiKey: ActedKey }) {
  return (
    <p>
      <Start start={start} />, created <LocalTime at={createdAt} />
    </p>
  );
}

/** Which key of its rotation still works when this one no longer does. */
export function RotationNote({ apiKey: { older, newer } }: { apiKey: ActedKey }) {
  return (
    <>
      {older !== null && (
        <p>
          It replaced <Start start={older.start} />, which still works
          {older.expiresAt !== null && (
            <>
              {" "}
              until <LocalTime at={older.expiresAt} />
            </>
          )}{" "}
          and isn’t affected.
        </p>
      )}
      {newer !== null && (
        <p>
          Its replacement <Start start={newer.start} /> keeps working.
        </p>
      )}
    </>
  );
}
