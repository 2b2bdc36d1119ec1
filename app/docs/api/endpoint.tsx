import type { ReactNode } from "react";
import { MethodBadge } from "@/app/docs/method-badge";
import { Heading } from "@/app/docs/heading";
import { forThisInstallation } from "@/app/docs/installation";
import { InlineCode, Sentence, TextLink } from "@/app/docs/text";
import { CodeBlock } from "@/app/docs/code-block";
import { CopyCode } from "@/app/docs/copy-code";
import { cautionOf } from "./caution";
import { ErrorList } from "./error-list";
import { curlExample, scriptExample } from "./example-request";
import { FieldsTable } from "./fields-table";
import { resolve, type Content, type Operation } from "./reference";
import { rowsOf, type SchemaRow } from "./schema-rows";
import { TryIt } from "./try-it";

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </div>
  );
}

/** The endpoint's paths: the current one and, for a tenancy's resources, the older one. */
function Paths({ method, path }: Operation) {
  const older = path.startsWith("/v2/{tenancyId}/") ? path.slice("/v2".length) : undefined;
  return (
    <div className="rounded-lg border border-line bg-sunken">
      <p className="flex items-center gap-3 py-1.5 pr-1.5 pl-3">
        <MethodBadge method={method} />
        <code className="min-w-0 grow font-mono text-[0.8125rem] [overflow-wrap:anywhere]">
          {path}
        </code>
        <CopyCode text={path} label={`Copy the path of ${method} ${path}`} />
      </p>
      {older !== undefined && (
        <p className="border-t border-line px-3 py-1.5 text-xs text-quiet [overflow-wrap:anywhere]">
          <TextLink href="/docs/api#two-mounts">Older mount</TextLink>:{" "}
          <code className="font-mono">{older}</code>
        </p>
      )}
    </div>
  );
}

const parameterRows = ({ parameters }: Operation): SchemaRow[] =>
  parameters.flatMap(({ name, required, schema }) =>
    rowsOf({ properties: { [name]: schema }, required: required ? [name] : [] }),
  );

function Fields({
  title,
  content,
  note,
  isReply = false,
}: {
  title: string;
  content: Content;
  note?: string;
  isReply?: boolean;
}) {
  const rows = rowsOf(content.schema);
  const description = resolve(content.schema).description;
  return (
    <Part title={title}>
      <p className="text-sm text-quiet">
        {note} <InlineCode>{content.mediaType}</InlineCode>
        {description !== undefined && rows.length === 0 && (
          <>
            {" "}
            <Sentence>{description}</Sentence>
          </>
        )}
      </p>
      {rows.length > 0 && <FieldsTable caption={title} rows={rows} isReply={isReply} />}
    </Part>
  );
}

const show = (example: unknown) =>
  typeof example === "string" ? example : JSON.stringify(example, null, 2);

function Examples({ operation }: { operation: Operation }) {
  const requests = [
    { name: "curl", language: "sh", code: curlExample(operation) },
    { name: "TypeScript", language: "ts", code: scriptExample(operation) },
  ];
  return (
    <>
      <div className="flex flex-col gap-2">
        {requests.map(({ name, language, code }, index) => (
          <details key={name} name={`request-${operation.id}`} open={index === 0} className="group">
            <summary
              className={
                "cursor-pointer rounded-sm py-1 text-sm text-quiet group-open:font-medium " +
                "group-open:text-ink"
              }
            >
              {name}
            </summary>
            <div className="pt-1.5">
              <CodeBlock
                language={language}
                title={`${operation.summary}, ${name}`}
                code={forThisInstallation(code)}
                caption={name}
              />
            </div>
          </details>
        ))}
      </div>
      {operation.reply?.example !== undefined && (
        <CodeBlock
          language={operation.reply.mediaType === "application/json" ? "json" : "text"}
          title={`Answer ${operation.status}`}
          code={show(operation.reply.example)}
        />
      )}
    </>
  );
}

/** One endpoint: purpose, authentication, parameters, replies, errors and a form to try it. */
export function Endpoint({ operation }: { operation: Operation }) {
  const { id, summary, method, path, description, parameters, body, reply, status, errors } =
    operation;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5 border-t border-line pt-4 pb-8">
      <Heading as="h2" id={id} label={summary}>
        {summary}
      </Heading>
      <div className="grid gap-x-10 gap-y-6 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <Paths {...operation} />
          {description.map((paragraph) => (
            <p key={paragraph} className="text-pretty">
              <Sentence>{paragraph}</Sentence>
            </p>
          ))}
          {parameters.length > 0 && (
            <Part title="Parameters">
              <FieldsTable
                caption={`Parameters of ${method} ${path}`}
                rows={parameterRows(operation)}
              />
            </Part>
          )}
          {body !== undefined && (
            <Fields
              title="Body"
              content={body}
              note={body.isRequired ? "Required," : "May be left out,"}
            />
          )}
          {reply !== undefined && <Fields title={`Answer ${status}`} content={reply} isReply />}
          <Part title="Errors">
            <ErrorList errors={errors} />
          </Part>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Examples operation={operation} />
          <TryIt
            method={method}
            path={path}
            caller={operation.caller}
            caution={cautionOf(operation)}
            parameters={parameters.map(({ name, in: place, required, schema }) => ({
              name,
              place,
              isRequired: required,
              example: typeof schema.example === "string" ? schema.example : "",
            }))}
            mediaType={body?.mediaType}
            body={body?.example === undefined ? undefined : show(body.example)}
          />
        </div>
      </div>
    </section>
  );
}
