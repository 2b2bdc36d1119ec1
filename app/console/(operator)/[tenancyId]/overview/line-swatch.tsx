import type { series } from "./chart-series";
import { LineMarker } from "./line-marker";

/** How a line is drawn, beside its name. */
export const LineSwatch = ({
  line: { color, dashes, marker },
}: {
  line: Pick<(typeof series)[number], "color" | "dashes" | "marker">;
}) => (
  <svg aria-hidden width={32} height={10} viewBox="0 0 32 10" className="shrink-0">
    <path d="M0 5H32" stroke={color} strokeWidth={2} strokeDasharray={dashes} />
    <LineMarker marker={marker} color={color} x={16} y={5} />
  </svg>
);
