import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import {
  isNearLimit,
  isRateLimited,
  isRestricted,
  type MailboxAllowance,
  type MailboxState,
} from "@/lib/domain/sign-in/challenge/mailbox-state";
import { MailboxLimits } from "./mailbox-limits";

const now = Date.UTC(2026, 0, 15, 12);
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000);

const unused: MailboxAllowance = {
  requestsLeftInTenMinutes: 5,
  requestsLeftToday: 20,
  rateLimitedUntil: null,
  wrongCodes: 0,
  restriction: "none",
  restrictedUntil: null,
};
const stateOf = (changes: Partial<MailboxState>): MailboxState => ({
  backend: unused,
  visitors: unused,
  limitedVisitors: [],
  ...changes,
});

/** The exact instant, which only screen readers and the tooltip show. */
const exactTime = /, \d{4}-\d\d-\d\dT[\d:.]+Z/g;

const linesOf = (state: MailboxState): string[] =>
  [
    ...renderToStaticMarkup(createElement(MailboxLimits, { state, now })).matchAll(
      /<li>(.*?)<\/li>/gs,
    ),
  ].map(([, html = ""]) => html.replaceAll(/<[^>]*>/g, "").replaceAll(exactTime, ""));

test("a mailbox without limits in effect says how many codes can be requested", () => {
  const state = stateOf({ backend: { ...unused, requestsLeftInTenMinutes: 1 } });
  expect(linesOf(state)).toEqual([
    "Your application can request 1 more code now, and 20 within 24 hours.",
    "Visitors to the hosted pages can request 5 more codes now, and 20 within 24 hours.",
  ]);
  expect([isRateLimited(state), isRestricted(state)]).toEqual([false, false]);
});

test("a rate-limited mailbox says who must wait, and how long", () => {
  const state = stateOf({
    backend: { ...unused, rateLimitedUntil: inMinutes(9) },
    limitedVisitors: [
      { visitor: "prefix 203.0.113.0/24", until: inMinutes(3) },
      { visitor: "all browsers", until: inMinutes(4) },
      { visitor: "browser", until: inMinutes(5) },
    ],
  });
  expect(linesOf(state)).toEqual([
    "Your application can’t request a code now. The next request succeeds in 9 minutes.",
    "Visitors to the hosted pages can request 5 more codes now, and 20 within 24 hours.",
    "Rate-limited: visitors from 203.0.113.0/24. The next request succeeds in 3 minutes.",
    "Rate-limited: browsers that signed in before. The next request succeeds in 4 minutes.",
    "Rate-limited: a browser that signed in before. The next request succeeds in 5 minutes.",
  ]);
  expect(isRateLimited(state)).toBe(true);
});

test("a restricted mailbox says what changes for new codes, and until when", () => {
  const state = stateOf({
    backend: {
      ...unused,
      wrongCodes: 10,
      restriction: "one-attempt",
      restrictedUntil: inMinutes(90),
    },
    visitors: {
      ...unused,
      wrongCodes: 30,
      restriction: "long-code",
      restrictedUntil: inMinutes(60),
    },
  });
  const [, , backend, visitors] = linesOf(state);
  expect(backend).toMatch(
    /^Too many wrong codes: 10 .* requested by your application allows one attempt\./,
  );
  expect(visitors).toMatch(
    /^Too many wrong codes: 30 .* hosted pages allows one attempt and has ten digits\./,
  );
  expect(visitors).toMatch(/This ends in 1 hour\.$/);
  expect(isRestricted(state)).toBe(true);
});

test.each([
  [{}, false],
  [{ requestsLeftInTenMinutes: 2 }, false],
  [{ requestsLeftInTenMinutes: 1 }, true],
  [{ requestsLeftToday: 1 }, true],
  [{ requestsLeftInTenMinutes: 0, rateLimitedUntil: inMinutes(9) }, true],
  [{ restrictedUntil: inMinutes(9) }, true],
])("limits matter with %j: %s", (changes, isNear) => {
  expect(isNearLimit(stateOf({ backend: { ...unused, ...changes } }))).toBe(isNear);
  expect(isNearLimit(stateOf({ visitors: { ...unused, ...changes } }))).toBe(isNear);
});
