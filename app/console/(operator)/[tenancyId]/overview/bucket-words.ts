import type { ActivityPoint } from "./chart-series";

type Bucket = Pick<ActivityPoint, "fromMs" | "toMs" | "isCurrent">;

const span = (timeZone?: string) =>
  new Intl.DateTimeFormat(timeZone === undefined ? undefined : "en", {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  });
const inBrowser = span();
const inUtc = span("UTC");

const withState = (words: string, { isCurrent }: Bucket) =>
  isCurrent ? `${words}, so far` : words;

/** Names the real time span of a bucket, in the browser's language and time zone. */
export const bucketWords = (bucket: Bucket): string =>
  withState(inBrowser.formatRange(bucket.fromMs, bucket.toMs), bucket);

/** The same in English and UTC, for the server. */
export const bucketWordsInUtc = (bucket: Bucket): string =>
  withState(`${inUtc.formatRange(bucket.fromMs, bucket.toMs)} UTC`, bucket);
