import { expect, test } from "vitest";
import { adviceOf, reasonWords } from "./reason-words";

test("each reason has words and advice", () => {
  for (const [reason, words] of Object.entries(reasonWords)) {
    expect(words, reason).toBeTruthy();
    expect(adviceOf(reason), reason).toMatch(/\.$/);
  }
});
