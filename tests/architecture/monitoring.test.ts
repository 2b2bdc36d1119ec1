import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { alarmKinds } from "@/lib/domain/history/alarm/alarm";
import { countAlarms } from "@/lib/domain/history/alarm/read-alarms";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const read = (file: string) =>
  readFileSync(path.resolve(import.meta.dirname, "../../deploy", file), "utf8");

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}
const dashboard = JSON.parse(read("grafana/keystead.json")) as Dashboard;
const alerts = read("prometheus/alerts.yml");
const files: [string, string][] = [
  [
    "the dashboard",
    dashboard.panels.flatMap(({ targets }) => targets.map((t) => t.expr)).join("\n"),
  ],
  ["the alert rules", alerts],
];

let scraped: string;

// Each counted value is one that its types allow.
beforeAll(async () => {
  const { activity, metrics } = run.current;
  const tenancy = await createTestTenancy(run.current);
  activity.note(tenancy.id, "code.exchanged");
  activity.note(tenancy.id, "failure.VerificationFailed.origin");
  metrics.countDelivery("sent");
  for (const result of ["sent", "failed"] as const) metrics.countProviderAttempt("resend", result);
  metrics.observeRequest({ method: "GET", route: "/readyz", status: 503 }, 0.01);
  metrics.setAlarms(await countAlarms(run.current));
  scraped = await metrics.render();
});

test.each(files)("every metric in %s exists", (_file, text) => {
  const named = [...new Set(text.match(/\b(?:keystead|nodejs|process)_[a-z0-9_]+/g))];
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !new RegExp(`^${name}[{ ]`, "m").test(scraped))).toEqual([]);
});

test.each(files)("every label and value in %s exists", (_file, text) => {
  const labels = [...text.matchAll(/\b(\w+)\{([^}]+)\}/g)].flatMap(
    ([, metric = "", matchers = ""]) =>
      [...matchers.matchAll(/(\w+)(=~|=)"([^"]*)"/g)].map(
        ([, label = "", operator, value = ""]) => ({
          metric,
          label,
          value,
          pattern: operator === "=~" ? value : value.replace(/[.]/g, "[.]"),
        }),
      ),
  );
  // Prometheus adds the label of the scrape job.
  const own = labels.filter(({ label }) => label !== "job");
  expect(own.length).toBeGreaterThan(0);
  expect(
    own.filter(
      ({ metric, label, pattern }) =>
        !new RegExp(`^${metric}\\{([^}]*,)?${label}="${pattern}"[,}]`, "m").test(scraped),
    ),
  ).toEqual([]);
  expect(new Set(labels.filter(({ label }) => label === "job").map(({ value }) => value))).toEqual(
    new Set(["keystead"]),
  );
});

test("every kind of alarm has an alert rule, and every rule tells what to do", () => {
  const kinds = [...alerts.matchAll(/\{alarm="([\w-]+)"\}/g)].map(([, kind]) => kind);
  expect(kinds.sort()).toEqual([...alarmKinds].sort());
  const count = (pattern: RegExp) => alerts.match(pattern)?.length;
  const rules = count(/- alert: /g);
  expect([count(/summary: /g), count(/description: /g)]).toEqual([rules, rules]);
});

test("every alert rule is tested to fire and to stay quiet", () => {
  const tests = read("prometheus/alerts.test.yml");
  for (const [, name = ""] of alerts.matchAll(/- alert: (\w+)/g)) {
    expect(tests).toContain(`name: ${name} fires`);
    expect(tests).toContain(`name: ${name} stays quiet`);
  }
});
