import { expect, test } from "vitest";
import { operationWords } from "./operation-words";

test.each([
  ["createRegistrationOptions", "Create registration options"],
  ["rotateApiKey", "Rotate API key"],
  ["listApiKeys", "List API keys"],
  ["hosted-send-code", "Hosted pages: send code"],
  ["account-new-passkey", "Account page: new passkey"],
  ["method-not-allowed", "Method not allowed"],
])("%s reads as “%s”", (operation, words) => {
  expect(operationWords(operation)).toBe(words);
});
