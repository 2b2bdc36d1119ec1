import type { Operation } from "@/app/docs/api/reference";
import { type CodeLanguage, codeLanguages } from "@/lib/contract/code-languages";
import { curlRequest } from "./curl-request";
import { type ExampleRequest, exampleRequest, fromPage } from "./example-request";
import { goRequest } from "./go-request";
import { phpRequest } from "./php-request";
import { pythonRequest } from "./python-request";
import { rubyRequest } from "./ruby-request";
import { typescriptRequest } from "./typescript-request";

const writers: Record<CodeLanguage, (request: ExampleRequest) => string> = {
  ts: typescriptRequest,
  py: pythonRequest,
  go: goRequest,
  php: phpRequest,
  rb: rubyRequest,
  sh: curlRequest,
};

/** An example request in one language. */
export interface WrittenRequest {
  language: CodeLanguage;
  code: string;
}

/**
 * Returns the endpoint's example request in every language. Only pages call some endpoints; those
 * have TypeScript, and curl with the header that a browser would send.
 */
export function writeRequests(operation: Operation): WrittenRequest[] {
  const request = exampleRequest(operation);
  if (operation.caller === "browser")
    return [
      { language: "ts", code: typescriptRequest(request) },
      { language: "sh", code: curlRequest(fromPage(request)) },
    ];
  return codeLanguages.map(({ id }) => ({ language: id, code: writers[id](request) }));
}
