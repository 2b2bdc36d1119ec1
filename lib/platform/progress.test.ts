import { expect, test } from "vitest";
import { createMovableClock } from "@/testing/movable-clock";
import { writeProgress } from "./prepare-start";

function record() {
  const clock = createMovableClock(0);
  const written: string[] = [];
  return { clock, written, progress: writeProgress(clock, (text) => void written.push(text)) };
}

test("names a step before its work and its seconds afterwards", async () => {
  const { clock, written, progress } = record();
  const result = await progress("Starting the database", async () => {
    expect(written).toEqual(["Starting the database …"]);
    clock.advance(2_140);
    return Promise.resolve(7);
  });
  expect(result).toBe(7);
  expect(written.join("")).toBe("Starting the database … 2.1 s\n");
});

test("ends the line of a failed step", async () => {
  const { written, progress } = record();
  await expect(
    progress("Starting the database", () => Promise.reject(new Error("no"))),
  ).rejects.toThrow("no");
  expect(written.join("")).toBe("Starting the database … failed\n");
});
