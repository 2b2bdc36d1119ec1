import type { Metadata } from "next";
import { errorReplies, hrefOf, operations } from "@/app/docs/api/reference";
import { CodeBlock } from "@/app/docs/code-block";
import { Heading } from "@/app/docs/heading";
import { PageHeader } from "@/app/docs/page-header";
import { PageTurner } from "@/app/docs/page-turner";
import { InlineCode, Sentence, TextLink } from "@/app/docs/text";
import { errorAdvice } from "@/lib/contract/error-advice";

export const metadata: Metadata = {
  title: "Errors",
  description: "Every error tag of Keystead with its status, an example and what to do about it",
};

// Errors that occur before any endpoint runs.
const otherErrors = [
  {
    name: "MethodNotAllowed",
    status: 405,
    example: {
      _tag: "@error/MethodNotAllowed",
      message: "This path does not support this method. The Allow header lists those it supports.",
    },
  },
];

/** Links to the endpoints that return the error, unless nearly all do. */
function ReturnedBy({ name }: { name: string }) {
  const returning = operations.filter(({ errors }) => errors.some((error) => error.name === name));
  if (returning.length === 0)
    return <p className="text-sm text-quiet">Returned on every path of the API.</p>;
  if (returning.length > 12)
    return (
      <p className="text-sm text-quiet">
        Returned by{" "}
        {returning.length === operations.length
          ? "every endpoint"
          : `${returning.length} of ${operations.length} endpoints`}
        .
      </p>
    );
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {returning.map((operation) => (
        <li key={operation.id}>
          <TextLink href={hrefOf(operation)}>{operation.summary}</TextLink>
        </li>
      ))}
    </ul>
  );
}

const all = [...errorReplies, ...otherErrors];

/** Lists the tags of each status. */
function Statuses() {
  const statuses = [...new Set(all.map(({ status }) => status))].sort((one, other) => one - other);
  return (
    <div className="max-w-3xl overflow-hidden rounded-lg border border-line">
      <table aria-label="Tags by status" className="w-full border-collapse text-left text-sm">
        <thead className="bg-sunken">
          <tr>
            <th scope="col" className="w-20 px-3.5 py-2 font-medium">
              Status
            </th>
            <th scope="col" className="px-3.5 py-2 font-medium">
              Tags
            </th>
          </tr>
        </thead>
        <tbody>
          {statuses.map((status) => (
            <tr key={status} className="border-t border-line align-top">
              <th scope="row" className="px-3.5 py-2.5 font-mono font-normal tabular-nums">
                {status}
              </th>
              <td className="px-3.5 py-2.5">
                <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
                  {all
                    .filter((error) => error.status === status)
                    .map(({ name }) => (
                      <li key={name}>
                        <TextLink href={`/docs/api/errors#${name}`}>{name}</TextLink>
                      </li>
                    ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export default function ErrorsPage() {
  return (
    <div className="flex max-w-5xl flex-col gap-6">
      <PageHeader title="Errors">
        Every error is a JSON object with a tag and a message. Each tag has one status, and some
        have more fields.
      </PageHeader>
      <p className="max-w-3xl text-pretty">
        Branch on <InlineCode>_tag</InlineCode>, not on <InlineCode>message</InlineCode>, whose
        words may change. Every response has an <InlineCode>X-Request-Id</InlineCode>. Use it to
        find the request in the logs and in the console’s Activity.
      </p>
      <Statuses />
      {all.map(({ name, status, example }) => {
        const advice = errorAdvice[`@error/${name}`];
        return (
          <section
            key={name}
            aria-labelledby={name}
            className="flex flex-col gap-3 border-t border-line"
          >
            <Heading as="h2" id={name} label={name}>
              <span className="mr-3 font-mono text-base font-normal text-quiet tabular-nums">
                {status}
              </span>
              {name}
            </Heading>
            <div className="grid gap-x-10 gap-y-4 md:grid-cols-2">
              <div className="flex min-w-0 flex-col gap-3 text-pretty">
                <p>
                  <Sentence>{advice?.when ?? ""}</Sentence>
                </p>
                <p>
                  <strong className="font-semibold">Usual cause: </strong>
                  <Sentence>{advice?.cause ?? ""}</Sentence>
                </p>
                <p>
                  <strong className="font-semibold">What to do: </strong>
                  <Sentence>{advice?.remedy ?? ""}</Sentence>
                </p>
                <ReturnedBy name={name} />
              </div>
              <CodeBlock
                language="json"
                title={`Body of @error/${name}`}
                code={JSON.stringify(example, null, 2)}
                caption="Body"
              />
            </div>
          </section>
        );
      })}
      <PageTurner href="/docs/api/errors" />
    </div>
  );
}
