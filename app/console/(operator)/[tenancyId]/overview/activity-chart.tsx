"use client";

import dynamic from "next/dynamic";
import { useSyncExternalStore } from "react";
import { Link } from "@/app/console/link";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { bucketWords, bucketWordsInUtc } from "./bucket-words";
import { type ActivityPoint, series } from "./chart-series";
import { activityHref } from "./drill-down";
import { LineMarker } from "./line-marker";

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

interface Props {
  tenancyId: string;
  points: readonly ActivityPoint[];
  /** Whether a bucket is a day long. */
  isByDay: boolean;
}

/** A line chart, and a table with the same numbers and links for keyboards and screen readers. */
export function ActivityChart({ tenancyId, points, isByDay }: Props) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {series.map(({ key, label, color, dashes, marker }) => (
          <li key={key} className="flex items-center gap-2">
            <svg aria-hidden width={32} height={10} viewBox="0 0 32 10">
              <path d="M0 5H32" stroke={color} strokeWidth={2} strokeDasharray={dashes} />
              <LineMarker marker={marker} color={color} x={16} y={5} />
            </svg>
            {label}
          </li>
        ))}
      </ul>
      <div aria-hidden className="h-64 min-w-0">
        <LineDrawing tenancyId={tenancyId} points={points} isByDay={isByDay} />
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
                      {point[key] === 0 ? (
                        "0"
                      ) : (
                        <Link
                          href={activityHref(tenancyId, point, { kind })}
                          className="underline decoration-control decoration-dotted underline-offset-4 hover:text-accent"
                        >
                          {number.format(point[key])}
                        </Link>
                      )}
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
