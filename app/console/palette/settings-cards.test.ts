import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settingsCards } from "./settings-cards";

test.each(Object.entries(settingsCards))("the card %s is on its page", (title, { tab }) => {
  const folder = "app/console/(operator)/[tenancyId]/settings";
  const page = tab === "" ? `${folder}/page.tsx` : `${folder}${tab}${tab}-tab.tsx`;
  expect(readFileSync(page, "utf8")).toContain(`title="${title}"`);
});
