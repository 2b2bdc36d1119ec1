import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settingsCards } from "./settings-cards";

test.each(Object.entries(settingsCards))("the card %s is on its page", (title, { tab }) => {
  const page = `app/console/(operator)/[tenancyId]/settings${tab}/page.tsx`;
  expect(readFileSync(page, "utf8")).toContain(`title="${title}"`);
});
