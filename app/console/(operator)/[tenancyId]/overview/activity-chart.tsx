"use client";

import dynamic from "next/dynamic";
import { LocalTime } from "@/components/ui/local-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { series, type ActivityPoint } from "./chart-series";

// Loads the chart library lazily, because it is as large as the rest of the console.
const LineDrawing = dynamic(() => import("./line-drawing").then((file) => file.LineDrawing), {
  ssr: false,
});

/** A line chart with the same numbers as a table. */
export function ActivityChart({
  points,
  isByDay,
}: {
  points: readonly ActivityPoint[];
  isByDay: boolean;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {series.map(({ key, label, color }) => (
          <li key={key} className="flex items-center gap-2">
            <span aria-hidden className="h-0.5 w-4 rounded" style={{ background: color }} />
            {label}
          </li>
        ))}
      </ul>
      <div aria-hidden className="h-64 min-w-0">
        <LineDrawing points={points} isByDay={isByDay} />
      </div>
      <details>
        <summary className="cursor-pointer self-start rounded text-sm text-quiet hover:text-ink">
          Show as a table
        </summary>
        <div className="mt-3 max-h-96 overflow-y-auto rounded-2xl">
          <Table label="Activity over time">
            <thead>
              <tr>
                <HeadCell>From</HeadCell>
                {series.map(({ key, label }) => (
                  <HeadCell key={key} className="text-right">
                    {label}
                  </HeadCell>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map((point) => (
                <Row key={point.at}>
                  <Cell>
                    <LocalTime at={point.at} />
                  </Cell>
                  {series.map(({ key }) => (
                    <Cell key={key} className="text-right tabular-nums">
                      {point[key]}
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
