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
import { Link } from "@/app/console/link";
import { useMedia } from "@/components/ui/use-media";
import { axisTicks, tickWords } from "./axis-ticks";
import { type ActivityPoint, series } from "./chart-series";
import { ChartTooltip } from "./chart-tooltip";
import { countHref, type Lists } from "./drill-down";
import { LineMarker } from "./line-marker";
import { localHour } from "./local-hour";

const tick = { fill: "var(--quiet)", fontSize: 12 };
const lineHeight = 16;
const axisNumber = new Intl.NumberFormat("en", {
  notation: "compact",
  maximumFractionDigits: 2,
});

interface Props {
  lists: Lists;
  points: readonly ActivityPoint[];
  /** Hours in a point. */
  length: number;
}

/** What the chart library passes to a point. */
interface Dot {
  cx?: number | undefined;
  cy?: number | undefined;
  payload?: ActivityPoint | undefined;
}

/** What the chart library passes to a label of the axis. */
interface Tick {
  x: number | string;
  y: number | string;
  payload: { value: number };
}

interface LinkedDotProps extends Dot {
  lists: Lists;
  line: (typeof series)[number];
}

/** A highlighted point, with a link to the list behind it. */
function LinkedDot({ cx, cy, payload, lists, line }: LinkedDotProps) {
  if (payload === undefined) return null;
  const href = countHref(lists, payload, { kind: line.kind });
  const dot = (
    <>
      <circle cx={cx} cy={cy} r={12} fill="transparent" />
      <circle cx={cx} cy={cy} r={5} fill={line.color} stroke="var(--surface)" strokeWidth={2} />
    </>
  );
  return href === undefined ? (
    dot
  ) : (
    // Not in the tab order: the table below the chart has the same links.
    <Link href={href} tabIndex={-1}>
      {dot}
    </Link>
  );
}

/** The label of a point. */
function TickLabel({ x, y, payload, length }: Tick & Pick<Props, "length">) {
  return (
    <text x={x} y={y} textAnchor="middle" {...tick}>
      {tickWords(payload.value, length).map((line) => (
        <tspan key={line} x={x} dy={lineHeight - 2}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

/**
 * Renders straight lines through the counts. Loaded lazily, because only this file imports the chart
 * library.
 */
export function LineDrawing({ lists, points, length }: Props) {
  const isNarrow = useMedia("(width < 48rem)");
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart
        data={[...points]}
        margin={{ top: 8, right: 28, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="fromMs"
          ticks={axisTicks(points, { length, isNarrow }, localHour)}
          interval={0}
          tick={(props: Tick) => <TickLabel {...props} length={length} />}
          height={3 * lineHeight}
          tickLine={false}
          axisLine={{ stroke: "var(--line)" }}
        />
        <YAxis
          allowDecimals={false}
          width={40}
          tick={tick}
          tickFormatter={axisNumber.format}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip
          content={({ label }) => (
            <ChartTooltip point={points.find(({ fromMs }) => fromMs === label)} />
          )}
        />
        {series.map((line) => (
          <Line
            key={line.key}
            dataKey={line.key}
            name={line.label}
            stroke={line.color}
            strokeWidth={2}
            strokeDasharray={line.dashes}
            dot={({ cx = 0, cy = 0, index }: Dot & { index?: number }) => (
              <LineMarker key={index} marker={line.marker} color={line.color} x={cx} y={cy} />
            )}
            activeDot={(dot: Dot) => <LinkedDot {...dot} lists={lists} line={line} />}
            type="linear"
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}
