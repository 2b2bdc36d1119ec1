import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  findManifestFaults,
  findPlaceholders,
  publishedOrigin,
} from "@/scripts/package/publication.mjs";

const manifest = {
  version: "1.2.0",
  license: "MIT",
  repository: { type: "git", url: "https://git.keystead.test/keystead.git" },
  bugs: { url: "https://git.example/keystead/issues" },
};
const changelog = "## [Unreleased]\n\n## [1.2.0] - 2027-01-01\n\n## [1.1.0] - 2026-12-01\n";

test("the project's own manifest can be packed, and its changelog has its version", () => {
  const own = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(findManifestFaults(own, readFileSync("CHANGELOG.md", "utf8"))).toEqual([]);
});

describe("a manifest", () => {
  test("with license, addresses and the newest release's version has no fault", () => {
    expect(findManifestFaults(manifest, changelog)).toEqual([]);
  });

  test.each([
    [{ license: "" }, "license must be an SPDX identifier"],
    [{ repository: undefined }, "repository.url must be an https address"],
    [{ bugs: { url: "http://git.example/issues" } }, "bugs.url must be an https address"],
    [{ homepage: "keystead" }, "homepage must be an https address"],
    [{ version: "1.3.0" }, "version is 1.3.0, and the newest release in CHANGELOG.md 1.2.0"],
  ])("with %j is refused", (change, fault) => {
    expect(findManifestFaults({ ...manifest, ...change }, changelog)).toEqual([fault]);
  });

  test("is packed without its placeholders", () => {
    expect(findPlaceholders(manifest)).toEqual(["bugs.url"]);
    expect(publishedOrigin(manifest)).toEqual({ repository: manifest.repository });
  });
});
