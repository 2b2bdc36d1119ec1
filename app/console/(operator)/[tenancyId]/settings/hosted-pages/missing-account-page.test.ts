import { expect, test } from "vitest";
import { missingAccountPage } from "./missing-account-page";

const on = { isHosted: true, isOffered: true, isWorking: true };

test.each([
  ["both are on and can’t work", { ...on, isWorking: false }, /because the hosted pages don’t/],
  ["only the account page is off", { ...on, isOffered: false }, /Turn on “Offer the account page”/],
  ["only the hosted pages are off", { ...on, isHosted: false }, /Enable the hosted pages above/],
  ["both are off", { ...on, isHosted: false, isOffered: false }, /pages and the account page/],
  [
    "the account page is off and the hosted pages can’t work",
    { ...on, isOffered: false, isWorking: false },
    /Turn on “Offer the account page” above, and see Hosted pages/,
  ],
])("names the cause when %s", (_name, needs, words) => {
  expect(missingAccountPage(needs)).toMatch(words);
});
