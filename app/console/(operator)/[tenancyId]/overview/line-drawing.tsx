"use client";

import {
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { series, type ActivityPoint } from "./chart-series";

const byHour = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const byDay = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" });
const tick = { fill: "var(--quiet)", fontSize: 12 };

/** Renders the lines. Loaded lazily, because only this file imports the chart library. */
export function LineDrawing({
  points,
  isByDay,
}: {
  points: readonly ActivityPoint[];
  isByDay: boolean;
}) {
  const format = (at: number) => (isByDay ? byDay : byHour).format(at);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart
        data={[...points]}
        margin={{ top: 4, right: 8, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="at"
          tickFormatter={format}
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: "var(--line)" }}
          minTickGap={40}
        />
        <YAxis allowDecimals={false} width={40} tick={tick} tickLine={false} axisLine={false} />
        <Tooltip
          labelFormatter={(at) => format(Number(at))}
          contentStyle={{
            background: "var(--surface)",
            border: "1px solid var(--line)",
            borderRadius: 12,
            color: "var(--ink)",
          }}
          itemStyle={{ color: "var(--ink)" }}
        />
        {series.map(({ key, label, color }) => (
          <Line
            key={key}
            dataKey={key}
            name={label}
            stroke={color}
            strokeWidth={2}
            dot={false}
            type="monotone"
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}
