import { expect, test } from "vitest";
import { findDifferences, parseLoggedPlans } from "./logged-plans";

const entry = (text: string, plan: object) =>
  `2026-11-23 10:00:00.000 UTC [1] LOG:  duration: 0.010 ms  plan:\n` +
  `${JSON.stringify({ "Query Text": text, Plan: plan }, null, 2).replaceAll(/^/gm, "\t")}\n`;
const byKey = { "Node Type": "Index Scan", "Index Name": "Passkey_pkey" };
const wholeTable = { "Node Type": "Seq Scan", "Relation Name": "Passkey" };
const smallTable = { "Node Type": "Seq Scan", "Relation Name": "Tenancy" };
const join = (...plans: object[]) => ({ "Node Type": "Hash Join", Plans: plans });

test("reads a plan per statement and way to read it, whatever its line breaks", () => {
  const log =
    `${entry("SELECT\n  1", join(wholeTable, smallTable))}2026 LOG:  checkpoint complete\n` +
    entry("SELECT 1", byKey);
  expect([...(parseLoggedPlans(log).get("SELECT 1") ?? [])]).toEqual([
    ["Seq Scan on Passkey", "Hash Join\n  Seq Scan on Passkey\n  Seq Scan on Tenancy"],
    ["Index Scan on Passkey_pkey", "Index Scan on Passkey_pkey"],
  ]);
});

test("finds statements that read the filled tables differently, among those of both", () => {
  const first = parseLoggedPlans(entry("A", byKey) + entry("B", byKey) + entry("C", byKey));
  const second = parseLoggedPlans(
    entry("A", wholeTable) + entry("B", wholeTable) + entry("B", join(smallTable, byKey)),
  );
  expect(findDifferences(first, second)).toEqual([
    {
      text: "A",
      plans: [["Index Scan on Passkey_pkey"], ["Seq Scan on Passkey"]],
      scansTable: true,
    },
  ]);
});

test("tells another index from a scan of the table", () => {
  const other = { "Node Type": "Index Scan", "Index Name": "Passkey_tenancyId_rpId_id_idx" };
  const [difference] = findDifferences(
    parseLoggedPlans(entry("A", byKey)),
    parseLoggedPlans(entry("A", other)),
  );
  expect(difference?.scansTable).toBe(false);
});
