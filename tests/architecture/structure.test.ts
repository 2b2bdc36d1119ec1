import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { domainFloors } from "@/lint/lib-rooms.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const generated =
  /((^|\/)node_modules\/|^lib\/client\/dist\/|^prisma\/generated\/|\.generated\.ts$|\.d\.ts$)/;
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** Returns our source files in the folders, as paths from the root with forward slashes. */
function sources(...folders: string[]): string[] {
  return folders
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map(
        (file) => `${folder}/${file}`,
      ),
    )
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !generated.test(file));
}

const atRoot = readdirSync(root).filter(
  (file) => /\.(ts|mjs)$/.test(file) && !generated.test(file),
);
const product = sources("app", "cli", "components", "emails", "lib");
const everything = [
  ...atRoot,
  ...product,
  ...sources("bench", "docs", "drill", "e2e", "examples", "prisma", "scripts", "server", "tests"),
];

describe("names", () => {
  it("no folder or file has a catch-all name", () => {
    const catchAll = /^(utils?|helpers?|misc|common|types|services|repositories|hooks)$/;
    // The folders of the API are its URLs, and receivers of webhooks are below /hooks.
    const isCatchAll = (file: string) =>
      file
        .replace(/^app\/\(rest\)\/hooks\//, "")
        .split("/")
        .some((part) => catchAll.test(part.replace(/\..*$/, "")));
    expect(product.filter(isCatchAll)).toEqual([]);
  });

  it("files are kebab-case", () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+(-[a-z]+)*)*\.(ts|tsx|mjs)$/;
    expect(everything.filter((file) => !kebab.test(path.posix.basename(file)))).toEqual([]);
  });
});

describe("routes", () => {
  const routes = sources("app/(rest)").filter((file) => file.endsWith("/route.ts"));

  it("each has a test beside it", () => {
    expect(routes).not.toEqual([]);
    expect(
      routes.filter((file) => !existsSync(path.join(root, file.replace(/\.ts$/, ".test.ts")))),
    ).toEqual([]);
  });
});

describe("the domain", () => {
  it("has ten rooms, and no file beside them", () => {
    expect(readdirSync(path.join(root, "lib/domain")).toSorted()).toEqual(
      domainFloors.flat().toSorted(),
    );
  });

  /**
   * A noun is a folder of a room; what lies in the room itself is one more. The base is one noun,
   * because a context names its tenancy.
   */
  const noun = (file: string) =>
    /^lib\/domain\/(base(?=\/)|[^/]+(\/[^/.]+(?=\/))?)/.exec(file)?.[1];

  /** Maps each noun to the nouns that its files import, types included. */
  function dependencies(): Map<string, Set<string>> {
    const found = new Map<string, Set<string>>();
    for (const file of sources("lib/domain").filter((each) => !isTest(each))) {
      const from = noun(file);
      if (from === undefined) continue;
      const imports = ts
        .preProcessFile(read(file))
        .importedFiles.map(({ fileName }) => fileName)
        .map((name) =>
          noun(
            name.startsWith("@/") ? name.slice(2) : path.posix.join(path.posix.dirname(file), name),
          ),
        );
      const others = imports.filter((to) => to !== undefined && to !== from) as string[];
      found.set(from, new Set([...(found.get(from) ?? []), ...others]));
    }
    return found;
  }

  it("has no import cycles between its nouns", () => {
    const graph = dependencies();
    expect(graph.get("passkey")).toContain("passkey/guard");
    const cycles: string[] = [];
    const walk = (at: string, trail: string[]) => {
      if (trail.includes(at)) cycles.push([...trail.slice(trail.indexOf(at)), at].join(" → "));
      else for (const next of graph.get(at) ?? []) walk(next, [...trail, at]);
    };
    for (const start of graph.keys()) walk(start, []);
    expect([...new Set(cycles)]).toEqual([]);
  });
});

it("no request code waits for an advisory lock with a pooled connection; it uses takeLocks", () => {
  // These use their own connections.
  const mayWait = /^(lib\/platform\/session-lock\.ts|app\/demo\/backend\/demo-database\.ts)/;
  const waits = product.filter(
    (file) => !isTest(file) && !mayWait.test(file) && /pg_advisory_(xact_)?lock/.test(read(file)),
  );
  expect(waits).toEqual([]);
});

describe("files", () => {
  const known = new Set(everything);

  /** Type-only imports count: a cycle of types hides which file comes first. */
  function importsOf(file: string): string[] {
    const folder = path.posix.dirname(file);
    return ts.preProcessFile(read(file)).importedFiles.flatMap(({ fileName }) => {
      const target = fileName.startsWith("@/")
        ? fileName.slice(2)
        : path.posix.join(folder, fileName);
      return [target, `${target}.ts`, `${target}.tsx`].filter((name) => known.has(name));
    });
  }

  it("import each other without cycles, types included", () => {
    const finished = new Set<string>();
    const cycles: string[] = [];
    const walk = (file: string, trail: string[]): void => {
      if (trail.includes(file)) return void cycles.push([...trail, file].join(" → "));
      if (finished.has(file)) return;
      for (const next of importsOf(file)) walk(next, [...trail, file]);
      finished.add(file);
    };
    for (const file of everything) walk(file, []);
    expect(cycles).toEqual([]);
  });
});
