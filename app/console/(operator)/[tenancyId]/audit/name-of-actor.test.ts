import { expect, test } from "vitest";
import { actorKinds } from "@/lib/domain/history/audit-search/find-events";
import { nameOfActor } from "./name-of-actor";

test("every kind of actor has a name, also without one of its own", () => {
  for (const actorKind of actorKinds)
    expect(nameOfActor({ actorKind, actorName: null }), actorKind).toMatch(/^(A|The|K)\S* ?/);
  const actorKind = "configurationFile";
  expect(nameOfActor({ actorKind, actorName: null })).toBe("A configuration file");
});
