import { expect, test } from "vitest";
import { declaredRoutes } from "@/testing/declared-routes";
import { refusedKinds } from "./report-call";

test("each operation with its own kind of event exists", () => {
  const operations = new Set(declaredRoutes.map(({ declaration }) => declaration.operation));
  const labels = Object.keys(refusedKinds).filter((label) => !/^(hosted|account)-/.test(label));
  expect(labels.filter((label) => !operations.has(label))).toEqual([]);
});
