import { pageLocale } from "@/components/ui/page-locale";
import type { ActivityPoint } from "./chart-series";

type Bucket = Pick<ActivityPoint, "fromMs" | "toMs" | "isCurrent">;

const format = new Intl.DateTimeFormat(pageLocale, {
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

const day = new Intl.DateTimeFormat(pageLocale, {
  weekday: "short",
  month: "short",
  day: "numeric",
});

/** A day has 23 hours when clocks go forward. */
const shortestDayMs = 23 * 3_600_000;

const isDay = ({ fromMs, toMs }: Bucket) => toMs - fromMs >= shortestDayMs;

const withState = (words: string, { isCurrent }: Bucket) =>
  isCurrent ? `${words}, so far` : words;

/** Names the real time span of a bucket, or its day, in the page's language and the browser's time zone. */
export const bucketWords = (bucket: Bucket): string =>
  withState(
    isDay(bucket) ? day.format(bucket.fromMs) : format.formatRange(bucket.fromMs, bucket.toMs),
    bucket,
  );

const utc = (at: number) => new Date(at).toISOString().slice(0, 16).replace("T", " ");

/** The same in UTC, for the server. Spaces of `Intl` differ between the server and browsers. */
export const bucketWordsInUtc = (bucket: Bucket): string =>
  withState(`${utc(bucket.fromMs)} – ${utc(bucket.toMs)} UTC`, bucket);
