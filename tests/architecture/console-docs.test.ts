import { expect, test } from "vitest";
import { docsSections } from "@/app/console/docs-sections";
import { conventions, guides } from "@/app/docs/guide";

test.each(Object.values(docsSections))("$href exists", ({ href }) => {
  const [path = "", anchor] = href.split("#");
  const page =
    path === "/docs/api" ? conventions : guides.find(({ slug }) => path === `/docs/guides/${slug}`);
  expect(page).toBeDefined();
  expect(page?.blocks.flatMap((block) => (block.type === "heading" ? [block.id] : []))).toContain(
    anchor,
  );
});
