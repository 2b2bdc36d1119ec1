import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { series } from "./chart-series";
import { ChartTooltip } from "./chart-tooltip";

test("the numbers are in the order of the legend, each beside how its line is drawn", () => {
  const point = {
    fromMs: Date.UTC(2026, 0, 31),
    toMs: Date.UTC(2026, 1, 1),
    signIns: 1234,
    registrations: 5,
    codes: 7000,
    failed: 0,
    isCurrent: false,
  };
  const html = renderToStaticMarkup(createElement(ChartTooltip, { point }));
  const labels = [...html.matchAll(/<\/svg>([^<]+)<\/dt><dd[^>]*>([^<]+)</g)];
  expect(labels.map(([, label, count]) => [label, count])).toEqual([
    ["Sign-ins", "1,234"],
    ["Registrations", "5"],
    ["Codes verified", "7,000"],
    ["Failed requests", "0"],
  ]);
  expect(
    [...html.matchAll(/<path d="M0 5H32" stroke="([^"]+)"/g)].map(([, color]) => color),
  ).toEqual(series.map(({ color }) => color));
});
