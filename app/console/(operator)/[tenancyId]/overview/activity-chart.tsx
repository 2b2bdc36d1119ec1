"use client";

import dynamic from "next/dynamic";
import { useMemo, useSyncExternalStore } from "react";
import { Link } from "@/app/console/link";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { bucketWords, bucketWordsInUtc } from "./bucket-words";
import { type ActivityPoint, type HourlyLines, series, toPoints } from "./chart-series";
import { countHref, type Lists } from "./drill-down";
import { LineSwatch } from "./line-swatch";
import { localHour, utcHour } from "./local-hour";

// Loads the chart library lazily, because it is as large as the rest of the console.
const LineDrawing = dynamic(() => import("./line-drawing").then((file) => file.LineDrawing), {
  ssr: false,
});

const never = () => () => undefined;
const number = new Intl.NumberFormat("en");

function BucketTime({ point }: { point: ActivityPoint }) {
  const words = useSyncExternalStore(
    never,
    () => bucketWords(point),
    () => bucketWordsInUtc(point),
  );
  return <time dateTime={new Date(point.fromMs).toISOString()}>{words}</time>;
}

function CountLink({ count, href }: { count: number; href: string | undefined }) {
  if (count === 0 || href === undefined) return <>{number.format(count)}</>;
  return (
    <Link
      href={href}
      className="underline decoration-control decoration-dotted underline-offset-4 hover:text-accent"
    >
      {number.format(count)}
    </Link>
  );
}

interface Props {
  lists: Lists;
  hourly: HourlyLines;
  /** Hours in a point. */
  length: number;
}

/** Points that begin at the reader's midnight; on the server, at midnight in UTC. */
function usePoints(hourly: HourlyLines, length: number): ActivityPoint[] {
  const toLocal = useSyncExternalStore(
    never,
    () => localHour,
    () => utcHour,
  );
  return useMemo(() => toPoints(hourly, length, toLocal), [hourly, length, toLocal]);
}

/** A line chart, and a table with the same numbers and links for keyboards and screen readers. */
export function ActivityChart({ lists, hourly, length }: Props) {
  const points = usePoints(hourly, length);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {series.map((line) => (
          <li key={line.key} className="flex items-center gap-2">
            <LineSwatch line={line} />
            {line.label}
          </li>
        ))}
      </ul>
      <div aria-hidden className="h-64 min-w-0">
        <LineDrawing {...{ lists, points, length }} />
      </div>
      <details>
        <summary className="cursor-pointer self-start rounded text-sm text-quiet hover:text-ink">
          Show as a table
        </summary>
        <div className="mt-3 max-h-96 overflow-y-auto rounded-2xl">
          <Table label="Activity over time">
            <thead>
              <tr>
                <HeadCell>Time</HeadCell>
                {series.map(({ key, label }) => (
                  <HeadCell key={key} className="text-right">
                    {label}
                  </HeadCell>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map((point) => (
                <Row key={point.fromMs}>
                  <Cell>
                    <BucketTime point={point} />
                  </Cell>
                  {series.map(({ key, label, kind }) => (
                    <Cell key={key} label={label} className="text-right tabular-nums">
                      <CountLink count={point[key]} href={countHref(lists, point, { kind })} />
                    </Cell>
                  ))}
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      </details>
    </div>
  );
}
