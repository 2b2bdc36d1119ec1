import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { placeBinaries } from "./place-binaries";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "keystead-binaries-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("copies the binaries once, with library links, and the copy runs", () => {
  const bin = placeBinaries({ copyTo: folder, mustCopy: true });
  const native = dirname(bin);
  expect(native.startsWith(folder)).toBe(true);
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    target: string;
  }[];
  expect(links.length).toBeGreaterThan(5);
  for (const { target } of links) {
    const link = join(dirname(native), target);
    expect(isAbsolute(readlinkSync(link)), target).toBe(false);
    expect(statSync(link).size).toBeGreaterThan(0);
  }
  const { stdout, status } = spawnSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" });
  expect({ stdout, status }).toMatchObject({
    stdout: expect.stringMatching(/^postgres \(PostgreSQL\) 1[5-9]/) as string,
    status: 0,
  });
  const made = statSync(native).ino;
  expect(placeBinaries({ copyTo: folder, mustCopy: true })).toBe(bin);
  expect(statSync(native).ino).toBe(made);
});

test("refuses a folder whose path a shell would change, and copies nothing", () => {
  for (const name of ["a$HOME", 'a"b', "a`id`b"]) {
    const odd = join(folder, name);
    expect(() => placeBinaries({ copyTo: odd, mustCopy: true })).toThrow(
      /can't run in .* because the path has the character .\. Set KEYSTEAD_DATA/,
    );
    expect(existsSync(odd)).toBe(false);
  }
});
