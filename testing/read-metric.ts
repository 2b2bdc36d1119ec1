/** Returns the value of one line of Prometheus text; undefined if it has no such line. */
export function readMetric(text: string, series: string): number | undefined {
  const line = text.split("\n").find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}
