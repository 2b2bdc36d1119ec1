import { Code } from "@/app/docs/code-block";
import { CodeTabs } from "@/app/docs/code-tabs";
import { forThisInstallation } from "@/app/docs/for-this-installation";
import { codeLanguages } from "@/lib/contract/code-languages";
import type { Operation } from "./reference";
import { writeRequests } from "./requests/write-requests";

/** The endpoint's example request, in the reader's language. */
export function RequestTabs({ operation }: { operation: Operation }) {
  const panels = writeRequests(operation).map(({ language, code }) => {
    const name = codeLanguages.find(({ id }) => id === language)?.name ?? language;
    return {
      language,
      code: (
        <Code
          language={language}
          title={`${operation.summary}, ${name}`}
          code={forThisInstallation(code)}
          isWrapped
        />
      ),
    };
  });
  return <CodeTabs title={operation.summary} panels={panels} />;
}
