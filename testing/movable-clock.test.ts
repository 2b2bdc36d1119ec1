import { expect, test } from "vitest";
import { noonOf } from "./movable-clock";

test("noon is in the same day, whatever the time", () => {
  for (const time of ["00:00:00.000", "12:00:00.000", "23:24:26.123", "23:59:59.999"])
    expect(new Date(noonOf(Date.parse(`2026-11-27T${time}Z`))).toISOString()).toBe(
      "2026-11-27T12:00:00.000Z",
    );
});
