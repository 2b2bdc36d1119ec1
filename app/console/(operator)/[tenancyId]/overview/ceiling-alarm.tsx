import { Notice } from "@/components/ui/notice";

/** Warns that the tenancy reached its hourly limit on codes. */
export function CeilingAlarm({ count }: { count: number }) {
  if (count === 0) return null;
  const hours = count === 1 ? "one hour" : `${count} hours`;
  return (
    <Notice tone="warning" title={`The hourly limit on codes was reached in ${hours}`}>
      Further requests were refused until the hour ended. If these were your users, raise the limit
      in the settings. Otherwise find out who requested so many codes.
    </Notice>
  );
}
