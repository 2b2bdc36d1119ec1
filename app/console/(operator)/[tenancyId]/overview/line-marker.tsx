const paths = {
  circle: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z",
  square: "M-2.5 -2.5H2.5V2.5H-2.5Z",
  triangle: "M0 -3.5L3.5 2.5H-3.5Z",
  diamond: "M0 -3.5L3.5 0L0 3.5L-3.5 0Z",
};

/** The shape of a line’s points. */
export type Marker = keyof typeof paths;

interface Props {
  marker: Marker;
  color: string;
  x: number;
  y: number;
}

/** A point of a line, hollow so that a point below it stays visible. */
export const LineMarker = ({ marker, color, x, y }: Props) => (
  <path
    d={paths[marker]}
    transform={`translate(${x} ${y})`}
    fill="var(--surface)"
    fillOpacity={0.6}
    stroke={color}
    strokeWidth={1.5}
  />
);
