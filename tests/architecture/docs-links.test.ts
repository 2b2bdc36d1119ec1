import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { settingsTabs, tenancyNavigation } from "@/app/console/navigation";
import { families } from "@/app/docs/api/reference";
import { conventions, type Guide, guides } from "@/app/docs/guide";
import { errorAdvice } from "@/lib/contract/error-advice";

const root = path.resolve(import.meta.dirname, "../..");
const filesBelow = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map(
    (file) => `${folder}/${file}`,
  );

const anchorsOf = ({ blocks }: Guide) =>
  blocks.flatMap((block) =>
    block.type === "heading" ? [block.id] : block.type === "table" ? block.ids : [],
  );

/** Every page of the documentation with its anchors. */
const pages = new Map<string, string[]>([
  ["/docs/search-index.json", []],
  ["/docs", ["start", "tasks", "guides", "reference"]],
  ...guides.map((guide) => [`/docs/guides/${guide.slug}`, anchorsOf(guide)] as const),
  ["/docs/api", ["endpoints", ...anchorsOf(conventions)]],
  ...families.map(
    ({ slug, operations }) => [`/docs/api/${slug}`, operations.map(({ id }) => id)] as const,
  ),
  ["/docs/api/errors", Object.keys(errorAdvice).map((tag) => tag.replace("@error/", ""))],
]);

const owner = { role: "owner", strength: "passkey" } as const;
const consolePages = [...tenancyNavigation("to", owner.role), ...settingsTabs("to", owner)].map(
  ({ href }) => href,
);

function isBroken(href: string): boolean {
  if (href.startsWith("/console/to")) return !consolePages.includes(href);
  const [target = "", anchor] = href.split("#");
  const anchors = pages.get(target);
  return anchors === undefined || (anchor !== undefined && !anchors.includes(anchor));
}

const linksIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, href = ""]) => href);

test.each(["docs", "emails", "README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"])(
  "every link in %s to the documentation and the console leads to a page and a heading",
  (place) => {
    const files = place.endsWith(".md")
      ? [place]
      : filesBelow(place).filter((file) => file.endsWith(".md"));
    const broken = files.flatMap((file) =>
      linksIn(readFileSync(path.join(root, file), "utf8"), /\]\((\/(?:docs|console\/to)[^)\s]*)\)/g)
        .filter(isBroken)
        .map((href) => `${file} → ${href}`),
    );
    expect(broken).toEqual([]);
  },
);

test("every link of the pages to the documentation leads to a page and a heading", () => {
  const files = ["app", "components", "lib", "cli"]
    .flatMap(filesBelow)
    .filter((file) => /(?<!\.test|\.generated)\.tsx?$/.test(file));
  const links = files.flatMap((file) =>
    linksIn(
      readFileSync(path.join(root, file), "utf8"),
      /["'`](\/docs(?:[/#][^"'`$\s]*)?)["'`]/g,
    ).map((href) => ({ file, href })),
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ href }) => isBroken(href))).toEqual([]);
});
